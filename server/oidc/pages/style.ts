/** The look of the engine's own pages: the portal's calm card, without a request for a style sheet. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f3f5f8; --card: #fff; --text: #16202c; --muted: #536070; --line: #d5dbe3;
  --accent: #1f5fd0; --on-accent: #fff; --focus: #1f5fd0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f141a; --card: #182029; --text: #e8edf3; --muted: #a3b0bf; --line: #33404e;
    --accent: #7eabff; --on-accent: #0b1524; --focus: #a9c6ff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100dvh; padding: 24px 16px; display: grid; place-items: center;
  background: var(--ground); color: var(--text);
  font: 16px/1.6 -apple-system, BlinkMacSystemFont, 'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR', 'Segoe UI', Roboto, sans-serif;
  word-break: keep-all; overflow-wrap: anywhere;
}
main {
  width: 100%; max-width: 420px; padding: 32px 24px; background: var(--card);
  border: 1px solid var(--line); border-radius: 16px;
}
.portal { margin: 0 0 20px; color: var(--muted); font-size: 14px; font-weight: 600; }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.35; }
p { margin: 0 0 16px; }
form { margin: 24px 0 0; display: grid; gap: 10px; }
.action {
  display: grid; place-items: center; width: 100%; min-height: 48px; padding: 10px 16px;
  border: 1px solid var(--accent); border-radius: 10px; background: var(--accent); color: var(--on-accent);
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
.quiet { background: transparent; border-color: var(--line); color: var(--text); }
.actions { margin: 24px 0 0; display: grid; gap: 10px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
details { margin-top: 24px; color: var(--muted); font-size: 14px; }
summary { min-height: 44px; padding: 10px 0; cursor: pointer; }
code { font-family: ui-monospace, SFMono-Regular, Consolas, monospace; font-size: 13px; }
`;
