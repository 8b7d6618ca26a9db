/** The style sheet of the lab's pages. The colours of `.service` and `.expenses` belong to the demo services. */
export const LAB_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f5f1, #151512); --card: light-dark(#fff, #1f1f1b); --text: light-dark(#23221d, #f0eee6);
  --muted: light-dark(#5d5b50, #b3b0a2); --line: light-dark(#dedbd0, #3a392f);
  --accent: light-dark(#8a4b08, #f0b35c); --on-accent: light-dark(#fff, #1d1403); --soft: light-dark(#f3ead9, #2f2718);
  --warn: light-dark(#a12116, #ff9d8f);
}
.service {
  --ground: light-dark(#eef4f2, #0e1715); --card: light-dark(#fff, #16211e); --text: light-dark(#12241f, #e6f2ee);
  --muted: light-dark(#4a625b, #9fb8b0); --line: light-dark(#cfdfd9, #2c3f39);
  --accent: light-dark(#0a6b52, #5fd6b0); --on-accent: light-dark(#fff, #04201a); --soft: light-dark(#e0f1ea, #17332b);
}
.expenses {
  --ground: light-dark(#f3f1f8, #14111b); --card: light-dark(#fff, #1e1a28); --text: light-dark(#211a33, #ece6f7);
  --muted: light-dark(#5d5471, #b3a8c9); --line: light-dark(#ddd6ea, #372f48);
  --accent: light-dark(#6231a6, #c3a2f5); --on-accent: light-dark(#fff, #1d0f35); --soft: light-dark(#ece3f8, #2a2040);
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text); line-height: 1.6; word-break: keep-all; overflow-wrap: break-word;
  font-family: -apple-system, BlinkMacSystemFont, "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", "Malgun Gothic", system-ui, sans-serif;
}
h1, h2, p, ul, ol, dl, dd, pre { margin: 0; }
h1 { font-size: 1.75rem; line-height: 1.3; letter-spacing: -0.02em; text-wrap: balance; }
h2 { font-size: 1.125rem; line-height: 1.4; }
a { color: var(--accent); text-underline-offset: 0.2em; }
ul, ol { padding-inline-start: 1.4rem; display: grid; gap: 0.4rem; }
code { font-family: ui-monospace, SFMono-Regular, Consolas, monospace; font-size: 0.9em; }
.bar {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: 0.25rem 1rem; padding: 0.5rem clamp(1rem, 4vw, 2.5rem);
  background: var(--card); border-block-end: 1px solid var(--line);
}
.bar .name { margin-inline-end: auto; font-weight: 700; color: var(--text); text-decoration: none; }
.bar a, .bar button, .inline { display: inline-flex; align-items: center; min-block-size: 2.75rem; }
.bar form { display: contents; }
main { grid-template-columns: minmax(0, 1fr); max-inline-size: 62rem; margin-inline: auto; padding: 2rem clamp(1rem, 4vw, 2.5rem) 4rem; display: grid; gap: 1.5rem; }
.lead { color: var(--muted); max-inline-size: 44rem; }
.muted { color: var(--muted); font-size: 0.9375rem; }
.grid { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: 0.9rem 1.5rem; }
dt { color: var(--muted); font-size: 0.9rem; }
.card { grid-template-columns: minmax(0, 1fr); background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.25rem; display: grid; gap: 0.75rem; align-content: start; min-inline-size: 0; }
.note { background: var(--soft); border: 1px solid var(--line); border-radius: 0.75rem; padding: 0.75rem 1rem; }
.row { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.button, button {
  display: inline-flex; align-items: center; justify-content: center; min-block-size: 2.75rem; padding: 0.5rem 1.1rem;
  border: 1px solid var(--accent); border-radius: 0.625rem; background: var(--accent); color: var(--on-accent);
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer;
}
.quiet, .bar button { background: transparent; color: var(--accent); }
.bar button { border-color: transparent; padding-inline: 0; }
.tile { display: grid; gap: 0.1rem; padding: 0.7rem 0.9rem; border: 1px solid var(--line); border-radius: 0.75rem; text-decoration: none; background: var(--card); align-content: start; }
.tile:hover { border-color: var(--accent); }
.tile span { color: var(--muted); font-size: 0.9rem; }
.list { list-style: none; padding: 0; display: grid; gap: 0.6rem; }
.list li { display: flex; justify-content: space-between; gap: 1rem; border-block-end: 1px solid var(--line); padding-block-end: 0.5rem; }
.list li:last-child { border: 0; padding: 0; }
.list time { color: var(--muted); white-space: nowrap; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; inline-size: 100%; }
th, td { text-align: start; vertical-align: top; padding: 0.5rem 0.75rem 0.5rem 0; border-block-end: 1px solid var(--line); }
th, td { overflow-wrap: break-word; }
th { font-weight: 600; white-space: nowrap; }
pre { overflow-x: auto; padding: 1rem; background: var(--ground); border-radius: 0.75rem; font-size: 0.875rem; line-height: 1.5; word-break: normal; }
summary { min-block-size: 2.75rem; padding-block: 0.5rem; cursor: pointer; font-weight: 600; }
label { display: grid; gap: 0.25rem; font-weight: 600; }
select, input, textarea {
  inline-size: 100%; min-block-size: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--muted); border-radius: 0.625rem;
  background: var(--card); color: var(--text); font: inherit; font-weight: 400;
}
.warn { color: var(--warn); font-weight: 600; }
.eyebrow { color: var(--accent); font-weight: 700; font-size: 0.9rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (forced-colors: active) { .button, button, .card { border-color: currentColor; } }
`;
