/** The website's colours in both schemes, because mails cannot load its style sheet. */
export const mailCss = `
body { margin: 0; padding: 0; background: #f4f6f8; color: #17212b;
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  overflow-wrap: anywhere; }
.page { max-width: 36rem; margin: 0 auto; padding: 24px 16px 40px; }
.brand { margin: 0 0 12px; font-weight: 650; }
.card { background: #fff; border: 1px solid #d5dbe2; border-radius: 12px; padding: 24px; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3; }
p { margin: 0 0 14px; }
blockquote { margin: 0 0 14px; padding: 2px 0 2px 12px; border-left: 3px solid #b5c0cb; }
.act { margin: 24px 0; }
.button { display: inline-block; padding: 11px 20px; border-radius: 8px; background: #0f5f8c;
  color: #fff; font-weight: 600; text-decoration: none; }
.small, .foot { color: #55626f; font-size: 13px; }
.card .small { margin: 0; }
.foot { padding: 16px 8px 0; }
.card p:not(.act) a, .foot a { color: #0f5f8c; }
@media (prefers-color-scheme: dark) {
  body { background: #0f151b; color: #e7edf3; }
  .card { background: #172029; border-color: #2c3946; }
  .button { background: #6db9e8; color: #06202f; }
  .small, .foot { color: #a0afbd; }
  .card p:not(.act) a, .foot a { color: #6db9e8; }
  blockquote { border-color: #4a5b6b; }
}
`;
