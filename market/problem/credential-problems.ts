/** Problems of the caller: bearer tokens, the scopes and limits of keys, approval, suspension. */
import type { Problem } from "./problem.ts";

export const credentialProblems = {
  token_missing: {
    status: 401,
    title: "A bearer token is required",
    resolution: "authenticate",
    meaning: "This call is not public, and the request has no `Authorization: Bearer` header.",
    whatToDo: (act) =>
      "To buy or bid, send an operator's API key, which a human creates in the account on the website. " +
      `To sell, send the agent token that ${act.registerAgent} returned. Either goes into the header ` +
      "`Authorization: Bearer <token>`; MCP's selling tools also accept it as `agent_token`. A program that " +
      "uses OAuth starts at the address in `WWW-Authenticate`, and its user connects it there.",
  },
  token_invalid: {
    status: 401,
    title: "The bearer token is not valid",
    resolution: "authenticate",
    meaning: "The token has an unknown format, was changed, or belongs to another service.",
    whatToDo: (act) =>
      "Send the token exactly as it was issued, as `Authorization: Bearer <token>`. If it is lost, the " +
      `operator creates a new API key in the account; an agent calls ${act.registerAgent} again. A program ` +
      "connected by OAuth refreshes its token or, if that is refused, is connected again.",
  },
  token_kind_wrong: {
    status: 401,
    title: "This call needs another kind of credential",
    resolution: "authenticate",
    meaning:
      "The bearer token is of a kind that this call does not accept: an operator's API key instead of a " +
      "seller agent's token, the reverse, or a refresh token. It may work for other calls.",
    whatToDo: (act) =>
      "Keep this credential for its own calls, and send the kind that `detail` names. An API key " +
      "buys, bids and reads for the operator, who creates it in the account on the website. An agent's token " +
      "sells: the agent received it when it registered, and MCP's selling tools also accept it as " +
      `\`agent_token\`. Only a program that has no agent yet registers one (${act.registerAgent}).`,
  },
  token_expired: {
    status: 401,
    title: "The bearer token has expired",
    resolution: "authenticate",
    meaning: "The token was valid, but it has expired or a newer one has replaced it.",
    whatToDo: (act) =>
      `An agent calls ${act.registerAgent} again with the same address and name, and the expired token ` +
      "as bearer. For buying, the operator creates a new API key in the account. A program " +
      "connected by OAuth refreshes its token or, if that is refused, is connected again.",
  },
  token_revoked: {
    status: 401,
    title: "The bearer token was revoked",
    resolution: "ask_owner",
    meaning: "The human owner has revoked this key or agent. It will not work again.",
    whatToDo:
      "Notify the owner. Only they can create another key, approve another agent or reconnect the program.",
  },
  dpop_proof_missing: {
    status: 401,
    title: "The access token needs a DPoP proof",
    resolution: "authenticate",
    meaning:
      "A program asked for an access token that only its own key can use (RFC 9449), and the call has no proof " +
      "by that key.",
    whatToDo:
      "Send `Authorization: DPoP <token>`, and a new proof for this call in the header `DPoP`. Somebody who has " +
      "only the token cannot use it.",
  },
  dpop_proof_invalid: {
    status: 401,
    title: "The DPoP proof is not valid",
    resolution: "authenticate",
    meaning:
      "The proof in the header `DPoP` does not fit the call or the token, is too old, or was used before " +
      "(RFC 9449). `detail` says which.",
    whatToDo:
      "Sign a new proof for each request, with the key for which the token was issued: `htm`, `htu` without " +
      "query, `iat`, a new `jti`, and `ath` of the token.",
  },
  scope_missing: {
    status: 403,
    title: "The key lacks the scope",
    resolution: "ask_owner",
    meaning: "The key or access token is valid, but lacks the scope that this call needs.",
    whatToDo: (act) =>
      "Ask the owner to give the key the scope that `detail` names, in the account on the website. A " +
      "program connected by OAuth asks its user again, for `required_scopes`. " +
      `${act.readOperator} shows the scopes that the credential has.`,
  },
  held_by_another_key: {
    status: 403,
    title: "Another key of the account owns this",
    resolution: "ask_owner",
    meaning:
      "Only the key that created a webhook or saved search can change or delete it; every key " +
      "of the account with the scope `read` can read it. This one belongs to another key that is still in use.",
    whatToDo:
      "Use the key that `detail` names, create one of your own, or ask the owner, who can change it on the " +
      "website. Once that key is revoked or has expired, any key with the scope `read` can take it over.",
  },
  spend_limit_exceeded: {
    status: 402,
    title: "The key may not spend this much",
    resolution: "ask_owner",
    meaning:
      "The price exceeds the key's limit for one purchase, or what is left of its " +
      "budget. Nothing was charged.",
    whatToDo: (act) =>
      `Call ${act.readOperator} to see what is left and when the budget renews; the owner sets ` +
      "the limits in the account. Or choose a cheaper dataset.",
  },
  confirmation_needed: {
    status: 403,
    title: "Only the owner can approve this amount",
    resolution: "ask_owner",
    meaning:
      "The key's owner must confirm anything that costs more than `confirm_above_cents`, and " +
      "this call cannot wait for them. No bid was placed and nothing was charged.",
    whatToDo: (act) =>
      `Call ${act.readOperator} to see the limit. Bid or pay less, or ask the owner to raise ` +
      "the key's limit in the account on the website.",
  },
  category_not_allowed: {
    status: 403,
    title: "The key may not buy in this category",
    resolution: "ask_owner",
    meaning: "The owner has limited the key to certain categories, and this dataset is in another.",
    whatToDo:
      "Choose a dataset in a category that `detail` lists, or ask the owner to allow this category.",
  },
  account_suspended: {
    status: 403,
    title: "The account is suspended",
    resolution: "ask_owner",
    meaning:
      "An administrator has suspended the account, and with it its keys and agents. `detail` gives " +
      "the reason if there is one.",
    whatToDo: "Stop, and notify the owner, who has to contact the marketplace's administrators.",
  },
  account_closed: {
    status: 403,
    title: "The account is closed",
    resolution: "none",
    meaning: "The person has permanently closed the account, and with it its keys and agents.",
    whatToDo: "Stop. To continue, the person signs in on the website, which creates a new account.",
  },
  account_has_open_business: {
    status: 409,
    title: "The account still has open business",
    resolution: "none",
    meaning:
      "An account can be closed once nothing is pending: no bid or auction runs, no purchase or sale is " +
      "open or disputed, and no refund or payout is owed. `open` lists what has to end first.",
    whatToDo: "Wait until each item has ended, or end it, and then close the account.",
  },
  terms_not_accepted: {
    status: 403,
    title: "The terms have to be accepted first",
    resolution: "ask_owner",
    meaning:
      "The person has not accepted the current version of the operator's terms, and this action is " +
      "binding. Only the website asks for acceptance.",
    whatToDo: "Accept the terms in the account on the website, and repeat the action.",
  },
  agent_suspended: {
    status: 403,
    title: "The agent is suspended",
    resolution: "ask_owner",
    meaning: "An administrator has suspended this agent; `detail` gives the reason.",
    whatToDo: "Stop, and notify the owner, who has to contact the marketplace's administrators.",
  },
  agent_not_verified: {
    status: 403,
    title: "The owner has not approved this agent yet",
    resolution: "ask_owner",
    meaning: "The agent is registered, but its human owner has not opened the approval link yet.",
    whatToDo: (act) =>
      "Ask the owner to open the link in the approval mail. Meanwhile call " +
      `${act.readAgent} every 30 seconds until \`verified\` is true.`,
  },
  agent_refused: {
    status: 403,
    title: "The owner refused this agent",
    resolution: "ask_owner",
    meaning: "The owner has rejected or revoked the agent with this name. It gets no new token.",
    whatToDo: "Ask the owner. Register an agent with another name only with their consent.",
  },
  not_the_owner: {
    status: 403,
    title: "Only the owner of the token may do this",
    resolution: "ask_owner",
    meaning:
      "Only the signed-in human whose address the agent named can do this: not an agent, an API key, " +
      "or another person.",
    whatToDo: "Ask the owner to sign in on the website and decide there.",
  },
  agent_token_unknown: {
    status: 400,
    title: "No agent has this token or code",
    resolution: "fix_request",
    meaning: "The `token` in the body belongs to no agent, or has expired.",
    whatToDo: (act) =>
      `Send the token that ${act.registerAgent} returned, or the code from the newest approval mail.`,
  },
  agent_already_decided: {
    status: 409,
    title: "The owner has already decided",
    resolution: "none",
    meaning: "The agent was already approved, rejected or revoked. The first decision stands.",
    whatToDo: (act) => `Read the state with ${act.readAgent}; the owner changes it in the account.`,
  },
  agent_not_found: {
    status: 404,
    title: "You have no such agent",
    resolution: "none",
    meaning: "This account has no agent with this id.",
    whatToDo: "Use an id from the list of agents in the account on the website.",
  },
  agent_has_no_token: {
    status: 409,
    title: "The agent has no token to replace",
    resolution: "none",
    meaning:
      "Only an approved agent with a token of its own can have it replaced. " +
      "An agent that was created by connecting a program uses that program's tokens instead.",
    whatToDo:
      "Approve the agent first, or disconnect the program in the account on the website and connect it " +
      "again. A revoked agent stays revoked: register another one with another name.",
  },
  agent_has_open_business: {
    status: 409,
    title: "The agent still has open business",
    resolution: "none",
    meaning:
      "An agent can be deleted once nothing is pending. `open` lists what blocks it: " +
      "auctions with bids or not yet ended, paid purchases that are not settled, and " +
      "disputes, by buyers or by their banks. Nothing was changed.",
    whatToDo:
      "Wait until each item has ended: escrow ends seven days after the payment, or when the buyer confirms. " +
      "Meanwhile you can revoke the agent on the website, which makes its token invalid at once.",
  },
  approval_not_found: {
    status: 404,
    title: "There is no such approval",
    resolution: "none",
    meaning: "The approval mail's link is unknown or has expired.",
    whatToDo: (act) => `Have the agent call ${act.registerAgent} again, which sends a new mail.`,
  },
  account_not_found: {
    status: 404,
    title: "There is no such account",
    resolution: "none",
    meaning: "No account has this id, or this person has none yet.",
    whatToDo: "Sign in on the website: the first visit creates the account.",
  },
  api_key_not_found: {
    status: 404,
    title: "You have no such key",
    resolution: "none",
    meaning: "This account has no API key with this id.",
    whatToDo: "Use an id from the list of keys in the account on the website.",
  },
  connection_not_found: {
    status: 404,
    title: "You have no such connection",
    resolution: "none",
    meaning: "This account has no connected program with this id.",
    whatToDo: "Use an id from the list of connections in the account on the website.",
  },
  not_an_administrator: {
    status: 403,
    title: "Only an administrator may do this",
    resolution: "none",
    meaning: "The signed-in person is not one of the marketplace's administrators.",
    whatToDo: "Leave it to an administrator.",
  },
  own_account: {
    status: 403,
    title: "Another administrator has to suspend your account",
    resolution: "none",
    meaning: "Administrators who suspended their own account could not restore it.",
    whatToDo: "Ask another administrator.",
  },
} as const satisfies Record<string, Problem>;
