/** Problems of who asks: bearer tokens, scopes and limits of keys, approval, suspension. */
import type { Problem } from "./problem.ts";

export const credentialProblems = {
  token_missing: {
    status: 401,
    title: "A bearer token is needed",
    resolution: "authenticate",
    meaning: "This is not public, and the request carries no `Authorization: Bearer` header.",
    whatToDo: (act) =>
      "To buy or bid, send an operator's API key, which a human makes in the account on the website. " +
      `To sell, send the agent token that ${act.registerAgent} gives. Either goes into the header ` +
      "`Authorization: Bearer <token>`; selling tools of MCP also take it as `agent_token`. A program that " +
      "speaks OAuth is connected by its person instead: `WWW-Authenticate` leads there.",
  },
  token_invalid: {
    status: 401,
    title: "The bearer token is not valid",
    resolution: "authenticate",
    meaning: "The token is of no known kind, was changed, or is of another service.",
    whatToDo: (act) =>
      "Send the token exactly as it was given, as `Authorization: Bearer <token>`. If it is lost, the " +
      `operator makes a new API key in the account; an agent calls ${act.registerAgent} again. A program ` +
      "that was connected by OAuth refreshes its token or, where that is refused, is connected anew.",
  },
  token_kind_wrong: {
    status: 401,
    title: "Another kind of credential is needed here",
    resolution: "authenticate",
    meaning:
      "The bearer is of a kind that this call does not take: an operator's API key where a seller agent's " +
      "token is needed, the reverse, or a refresh token. It may be good for other calls.",
    whatToDo: (act) =>
      "Keep this credential for the calls of its kind, and send the kind that `detail` names. An API key " +
      "buys, bids and reads as the operator, who makes it in the account on the website. An agent's token " +
      "sells: the agent has had it since its registration, and selling tools of MCP also take it as " +
      `\`agent_token\`. Only a program that has no agent yet registers one (${act.registerAgent}).`,
  },
  token_expired: {
    status: 401,
    title: "The bearer token has expired",
    resolution: "authenticate",
    meaning: "The token was good, but its time has ended or a later one has taken its place.",
    whatToDo: (act) =>
      `An agent calls ${act.registerAgent} again with the same address and name, and the expired token ` +
      "as bearer; for buying, the operator makes a new API key in the account. A program that was " +
      "connected by OAuth refreshes its token or, where that is refused, is connected anew.",
  },
  token_revoked: {
    status: 401,
    title: "The bearer token was revoked",
    resolution: "ask_owner",
    meaning: "Its human owner has withdrawn this key or this agent. It will not work again.",
    whatToDo:
      "Tell the owner, who alone can make another key, approve another agent or connect the program anew.",
  },
  scope_missing: {
    status: 403,
    title: "The key lacks the scope",
    resolution: "ask_owner",
    meaning: "The key or access token is good, but was made without the scope that this needs.",
    whatToDo: (act) =>
      "Ask the owner to give the key the scope that `detail` names, in the account on the website; a " +
      "program that was connected by OAuth asks its person anew, for `required_scopes`. " +
      `${act.readOperator} shows the scopes that it has.`,
  },
  held_by_another_key: {
    status: 403,
    title: "Another key of the account holds this",
    resolution: "ask_owner",
    meaning:
      "A webhook or saved search is changed and ended by the key that made it, and read by every key " +
      "of the account that may read. This one is another key's, which is still in use.",
    whatToDo:
      "Use the key that `detail` names, make one of your own, or ask the owner, who changes it on the " +
      "website. What a revoked or expired key has left, any key that may read takes over.",
  },
  spend_limit_exceeded: {
    status: 402,
    title: "The key may not spend this much",
    resolution: "ask_owner",
    meaning:
      "The price is above what the key may spend on one purchase, or above what is left of its " +
      "budget. Nothing was charged.",
    whatToDo: (act) =>
      `Call ${act.readOperator} to see what is left and when the budget is renewed; the owner sets ` +
      "the limits in the account. Or choose a cheaper dataset.",
  },
  confirmation_needed: {
    status: 403,
    title: "Only the owner can say yes to this much",
    resolution: "ask_owner",
    meaning:
      "The owner of the key wants to confirm whatever costs more than its `confirm_above_cents`, and " +
      "this cannot wait for them. Nothing was promised or charged.",
    whatToDo: (act) =>
      `Call ${act.readOperator} to see the limit. Bid or pay less, or ask the owner to raise ` +
      "the limit of the key in the account on the website.",
  },
  category_not_allowed: {
    status: 403,
    title: "The key may not buy in this category",
    resolution: "ask_owner",
    meaning: "The owner has limited the key to certain categories, and this dataset is in another.",
    whatToDo:
      "Choose a dataset of a category that `detail` lists, or ask the owner to widen the key.",
  },
  account_suspended: {
    status: 403,
    title: "The account is suspended",
    resolution: "ask_owner",
    meaning:
      "An administrator has suspended the account, and with it its keys and agents. `detail` gives " +
      "the reason where there is one to tell.",
    whatToDo: "Stop, and tell the owner, who has to turn to the marketplace's administrators.",
  },
  account_closed: {
    status: 403,
    title: "The account is closed",
    resolution: "none",
    meaning: "The person has closed the account, and with it its keys and agents, for good.",
    whatToDo: "Stop. Whoever wants to go on signs in on the website, which makes a new account.",
  },
  account_has_open_business: {
    status: 409,
    title: "Something of this account is still open",
    resolution: "none",
    meaning:
      "An account is closed once nobody waits for it: no bid or auction runs, no purchase or sale is " +
      "open or disputed, and no refund or payout is owed. `open` names what has to end first.",
    whatToDo: "The person waits until each has ended, or ends it, and closes the account then.",
  },
  terms_not_accepted: {
    status: 403,
    title: "The terms have to be accepted first",
    resolution: "ask_owner",
    meaning:
      "The operator's terms have another version than the one that the person has accepted, and this " +
      "binds the person. It is asked of people on the website alone.",
    whatToDo: "The person accepts the terms in the account on the website, and does it again.",
  },
  agent_suspended: {
    status: 403,
    title: "The agent is suspended",
    resolution: "ask_owner",
    meaning: "An administrator has suspended this agent; `detail` gives the reason.",
    whatToDo: "Stop, and tell the owner, who has to turn to the marketplace's administrators.",
  },
  agent_not_verified: {
    status: 403,
    title: "The owner has not approved this agent yet",
    resolution: "ask_owner",
    meaning: "The agent is registered, but its human owner has not followed the mailed link yet.",
    whatToDo: (act) =>
      "Ask the owner to open the link in the approval mail. Meanwhile call " +
      `${act.readAgent} every 30 seconds until \`verified\` is true.`,
  },
  agent_refused: {
    status: 403,
    title: "The owner refused this agent",
    resolution: "ask_owner",
    meaning: "The owner has rejected or revoked the agent of this name. It gets no new token.",
    whatToDo: "Ask the owner. Only with their consent register an agent by another name.",
  },
  not_the_owner: {
    status: 403,
    title: "Only the owner of the token may do this",
    resolution: "ask_owner",
    meaning:
      "This takes the signed-in human whose address the agent named: not an agent, not an API key, " +
      "not another person.",
    whatToDo: "Ask the owner to sign in on the website and to decide there.",
  },
  agent_token_unknown: {
    status: 400,
    title: "No agent has this token or code",
    resolution: "fix_request",
    meaning: "The `token` in the body belongs to no agent, or has expired.",
    whatToDo: (act) =>
      `Send the token that ${act.registerAgent} gave, or the code of the newest approval mail.`,
  },
  agent_already_decided: {
    status: 409,
    title: "The owner has decided already",
    resolution: "none",
    meaning: "The agent was approved, rejected or revoked before. The first decision stands.",
    whatToDo: (act) => `Read the state with ${act.readAgent}; the owner changes it in the account.`,
  },
  agent_not_found: {
    status: 404,
    title: "There is no such agent of yours",
    resolution: "none",
    meaning: "No agent of this account has this id.",
    whatToDo: "Take the id from the list of agents in the account on the website.",
  },
  agent_has_no_token: {
    status: 409,
    title: "The agent has no token to replace",
    resolution: "none",
    meaning:
      "A token is replaced for an agent that was approved and not revoked, and that has one of its own: " +
      "one that was made by connecting a program acts by the tokens of that program.",
    whatToDo:
      "Approve the agent first, or disconnect the program in the account on the website and connect it " +
      "again. A revoked agent stays revoked: register another one by another name.",
  },
  agent_has_open_business: {
    status: 409,
    title: "Something of this agent is still open",
    resolution: "none",
    meaning:
      "An agent is deleted when nobody waits for it any more. `open` lists what does not let it go: " +
      "auctions that have bids or are not settled, purchases that are paid for and not settled, and " +
      "disputes, of buyers and of their banks. Nothing was changed.",
    whatToDo:
      "Wait until each has ended: escrow ends seven days after the payment, or when the buyer confirms. " +
      "Meanwhile revoke the agent, on the website: its token is refused from then on.",
  },
  approval_not_found: {
    status: 404,
    title: "There is no such approval",
    resolution: "none",
    meaning: "The link of the approval mail is not known, or is too old.",
    whatToDo: (act) => `Have the agent call ${act.registerAgent} again: that sends a new mail.`,
  },
  account_not_found: {
    status: 404,
    title: "There is no such account",
    resolution: "none",
    meaning: "No account has this id, or this person has none yet.",
    whatToDo: "Sign in again on the website: the first visit makes the account.",
  },
  api_key_not_found: {
    status: 404,
    title: "There is no such key of yours",
    resolution: "none",
    meaning: "This account has no API key of this id.",
    whatToDo: "Take the id from the list of keys in the account on the website.",
  },
  connection_not_found: {
    status: 404,
    title: "There is no such connection of yours",
    resolution: "none",
    meaning: "This account has connected no program by this id.",
    whatToDo: "Take the id from the list of connections in the account on the website.",
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
    meaning: "An administrator who suspended their own account could not restore it.",
    whatToDo: "Ask another administrator.",
  },
} as const satisfies Record<string, Problem>;
