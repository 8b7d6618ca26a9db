import { colorSchemeOf } from '#server/config/branding.ts';
import type { ServerConfig } from '#server/config/schema.ts';

const accentProperties = ({
  accent = '#2f4a9e',
  accentDark = accent,
}: NonNullable<ServerConfig['branding']['colors']>): string =>
  `:root { --accent: ${accent}; --accent-dark: ${accentDark}; }`;

const RULES = `
:root {
  --page: light-dark(oklch(0.972 0.005 265), oklch(0.165 0.014 265));
  --surface: light-dark(oklch(1 0 0), oklch(0.212 0.016 265));
  --text: light-dark(oklch(0.24 0.022 265), oklch(0.95 0.006 265));
  --text-muted: light-dark(oklch(0.47 0.022 265), oklch(0.75 0.014 265));
  --line: light-dark(oklch(0.91 0.008 265), oklch(0.325 0.018 265));
  --control-line: light-dark(oklch(0.61 0.016 265), oklch(0.58 0.018 265));
  --is-bright: clamp(0, (l - 0.62) * 1000, 1);
  --accent-fill: light-dark(
    oklch(from var(--accent) max(min(l, 0.52), l * var(--is-bright)) c h),
    oklch(from var(--accent-dark) max(l, 0.75) min(c, 0.15) h)
  );
  --accent-on: light-dark(
    oklch(from var(--accent) calc(1 - var(--is-bright)) 0 h),
    oklch(from var(--accent-dark) 0.18 min(c, 0.03) h)
  );
  --accent-text: light-dark(
    oklch(from var(--accent) min(l, 0.5) min(c, 0.2) h),
    oklch(from var(--accent-dark) max(l, 0.79) min(c, 0.14) h)
  );
}
*, *::before, *::after { box-sizing: border-box; }
html {
  background: var(--page); color: var(--text); line-height: 1.6; word-break: keep-all; overflow-wrap: break-word;
  font-family: -apple-system, BlinkMacSystemFont, "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", "Malgun Gothic", system-ui, sans-serif;
}
body { margin: 0; min-block-size: 100dvh; display: flex; flex-direction: column; }
h1, p, ul { margin: 0; }
ul { padding-inline-start: 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.35; letter-spacing: -0.015em; text-wrap: balance; }
header {
  display: flex; align-items: center; gap: 0.625rem; min-block-size: 4rem;
  padding: 0.75rem clamp(1.25rem, 4vw, 2.5rem); font-weight: 700;
}
header svg { inline-size: 1.75rem; block-size: 1.75rem; }
nav { display: flex; gap: 0.25rem; margin-inline-start: auto; }
nav a {
  display: inline-flex; align-items: center; min-block-size: 2.75rem; padding-inline: 0.5rem; border-radius: 0.5rem;
  color: var(--text-muted); font-size: 0.875rem; font-weight: 500; text-decoration: none;
}
nav a[aria-current] { color: var(--text); font-weight: 700; }
footer { padding: 0.5rem 1.25rem 1rem; color: var(--text-muted); font-size: 0.8125rem; }
footer ul { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0 1.25rem; padding: 0; list-style: none; }
footer a { display: inline-flex; align-items: center; min-block-size: 2.75rem; color: var(--accent-text); }
main { flex: 1; display: flex; justify-content: center; padding: 1rem 1.25rem 2rem; }
.card { display: grid; gap: 1rem; align-content: start; inline-size: 100%; max-inline-size: 27rem; }
.muted { color: var(--text-muted); }
form, .actions { display: grid; gap: 0.75rem; margin-block-start: 0.75rem; }
.action {
  display: grid; place-items: center; min-block-size: 3.25rem; padding: 0.75rem 1.25rem;
  border: 1px solid var(--accent-text); border-radius: 0.75rem; background: var(--accent-fill); color: var(--accent-on);
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
.code { font: 600 1.75rem ui-monospace, monospace; letter-spacing: 0.08em; text-align: center; }
input.code { inline-size: 100%; min-block-size: 3.25rem; padding: 0.5rem; border: 1px solid var(--control-line); border-radius: 0.75rem; background: var(--surface); color: var(--text); text-transform: uppercase; }
.problem { font-weight: 600; }
.quiet { background: var(--surface); border-color: var(--control-line); color: var(--text); }
:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
details { border-block-start: 1px solid var(--line); padding-block-start: 0.5rem; color: var(--text-muted); font-size: 0.875rem; }
summary { min-block-size: 2.75rem; padding-block: 0.6rem; cursor: pointer; }
@media (width < 34rem) { html { background: var(--surface); } }
@media (width >= 34rem) {
  main { padding-block-start: clamp(1rem, 9vh, 6rem); }
  .card {
    align-self: start; padding: 2.5rem; border-radius: 1.25rem; background: var(--surface);
    box-shadow: 0 0 0 1px var(--line), 0 16px 48px -16px light-dark(oklch(0.3 0.06 265 / 0.16), transparent);
  }
}
@media (forced-colors: active) { .action { border-color: currentColor; } }
`;

/** The inline style of a page that the server writes itself. Such a page looks like the portal, but loads no file. */
export const styleSheet = (branding: ServerConfig['branding']): string =>
  `:root { color-scheme: ${colorSchemeOf(branding.theme)}; }\n${accentProperties(branding.colors ?? {})}${RULES}`;
