/** The style sheet of the devices' pages. */
export const DEVICE_STYLE = `
:root {
  --case: light-dark(#2b2a26, #6d6a5c); --screen: light-dark(#fbfaf7, #10100e); --bubble: light-dark(#ece9e0, #2a2a24);
  --metal: light-dark(#e8e4d8, #34332b); --gold: light-dark(#c8942a, #d9ab4c); --on-gold: #1d1403;
  --lcd: #c7d3bd; --on-lcd: #16210f; --plastic: light-dark(#26425a, #2c4d69); --on-plastic: #fff;
}
.bench { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); align-items: start; }
.stack { display: grid; gap: 1.5rem; min-inline-size: 0; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.lab .scroll table { min-inline-size: 38rem; }
.links { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; }
h3 { margin: 0; font-size: 1rem; }
.copy {
  justify-self: start; gap: 0.75rem; border-color: var(--line); background: var(--card); color: var(--text); text-align: start;
}
.copy code { font-size: 1.375rem; font-weight: 700; letter-spacing: 0.06em; }
.copy span { color: var(--accent); font-size: 0.9375rem; white-space: nowrap; }
.copy:has(code:empty) { display: none; }
.toast:not(:empty) {
  position: fixed; inset-block-end: 1rem; inset-inline: 1rem; z-index: 1; inline-size: fit-content; max-inline-size: calc(100% - 2rem);
  margin: 0 auto; padding: 0.6rem 1rem; border-radius: 0.75rem; background: var(--text); color: var(--ground);
}
.warn[data-disconnected] { position: sticky; inset-block-end: 0; padding: 0.75rem 1rem; background: var(--soft); text-align: center; }

.phone {
  inline-size: min(100%, 24rem); min-block-size: 40rem; margin-inline: auto; padding: 1rem 1rem 2rem; display: grid; gap: 1.25rem;
  align-content: start; border: 0.55rem solid var(--case); border-radius: 2.25rem; background: var(--screen); min-inline-size: 0;
}
.phone::before { content: ''; justify-self: center; inline-size: 5rem; block-size: 0.4rem; border-radius: 1rem; background: var(--case); }
.phone .number { text-align: center; color: var(--muted); font-variant-numeric: tabular-nums; }
.phone section { display: grid; gap: 0.6rem; }
.app { padding: 1rem; border-radius: 1.25rem; background: var(--soft); }
.app .copy code { font-size: 1.75rem; }
.left { display: grid; grid-template-columns: 1fr auto; align-items: center; gap: 0.75rem; font-variant-numeric: tabular-nums; font-size: 0.9375rem; }
progress { appearance: none; inline-size: 100%; block-size: 0.5rem; border: 0; border-radius: 1rem; background: var(--line); overflow: hidden; accent-color: var(--accent); }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--accent); }
progress::-moz-progress-bar { background: var(--accent); }
.messages { list-style: none; padding: 0; gap: 0.75rem; }
.messages:not(:empty) + .muted { display: none; }
.messages time { color: var(--muted); font-size: 0.875rem; }
.bubble { display: grid; gap: 0.4rem; padding: 0.75rem 0.9rem; border-radius: 0.4rem 1.25rem 1.25rem 1.25rem; background: var(--bubble); }
.bubble p, .letter { white-space: pre-wrap; }
.push { display: grid; gap: 0.6rem; padding: 0.9rem 1rem; border: 1px solid var(--accent); border-radius: 1.25rem; background: var(--card); }
.push form { display: grid; gap: 0.6rem; }
.choices { display: grid; grid-template-columns: 1fr 1fr; gap: 0.6rem; }
.choices button { font-family: ui-monospace, SFMono-Regular, Consolas, monospace; font-size: 1.125rem; letter-spacing: 0.1em; }
.push .deny { background: transparent; color: var(--warn); border-color: var(--warn); }
.scanner form { display: grid; gap: 0.75rem; }
.scanner video { inline-size: 100%; border-radius: 1rem; background: var(--case); }
.scanner [role='alert']:empty, .scanner [role='status']:empty { display: none; }
.mail { display: grid; gap: 0.4rem; padding-block: 1rem; border-block-start: 1px solid var(--line); }
.mail .muted { display: flex; flex-wrap: wrap; gap: 0.1rem 0.75rem; }
.mailbox section { display: grid; gap: 0.75rem; }
.addresses { display: grid; gap: 0.25rem; }
.addresses div { display: flex; flex-wrap: wrap; gap: 0 0.75rem; }
.addresses dt { color: var(--muted); }

.otp-card {
  inline-size: min(100%, 22rem); aspect-ratio: 1.586; margin-inline: auto; padding: 1.1rem 1.25rem; border-radius: 1.1rem;
  display: grid; grid-template: auto 1fr auto / 1fr auto; gap: 0.75rem; background: var(--plastic); color: var(--on-plastic);
}
.otp-card .brand { grid-column: 1 / -1; font-weight: 800; letter-spacing: 0.12em; }
.otp-card .serial { grid-column: 1 / -1; align-self: end; font-family: ui-monospace, monospace; font-size: 0.9375rem; }
.otp-card .display {
  align-self: center; min-block-size: 3.5rem; display: grid; align-items: center; border-radius: 0.5rem; background: var(--lcd);
}
.otp-card .copy { border: 0; background: none; color: var(--on-lcd); inline-size: 100%; justify-content: space-between; padding-inline: 0.75rem; }
.otp-card .copy span { color: var(--on-lcd); text-decoration: underline; }
.otp-card form { align-self: center; }
.knob { inline-size: 4.25rem; block-size: 4.25rem; padding: 0; border-radius: 50%; border-color: transparent; background: var(--metal); color: var(--text); }
.otp-card :focus-visible { outline-color: var(--on-plastic); }
.otp-card .copy:focus-visible { outline-color: var(--on-lcd); outline-offset: -4px; }

.yubikey form { display: grid; gap: 0.75rem; }
.yubikey .row { gap: 0.5rem; }
.yubikey .quiet { padding-inline: 0.8rem; font-size: 0.9375rem; }
.key {
  display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 0.75rem 1rem 0.75rem 0;
  border-radius: 0.5rem 2.5rem 2.5rem 0.5rem; background: var(--case); max-inline-size: 22rem;
}
.plug { inline-size: 4rem; block-size: 2.75rem; background: repeating-linear-gradient(var(--gold) 0 0.45rem, var(--case) 0.45rem 0.7rem); }
.disc { inline-size: 4.5rem; block-size: 4.5rem; padding: 0; border: 0; border-radius: 50%; background: var(--gold); color: var(--on-gold); }
.key .disc:focus-visible { outline-color: var(--ground); }
.hole { inline-size: 1.25rem; block-size: 1.25rem; border-radius: 50%; background: var(--card); }
.typed { min-block-size: 3.5rem; display: grid; }
.typed .copy { inline-size: 100%; justify-content: space-between; }
.typed .copy code { font-size: 1rem; letter-spacing: 0; word-break: break-all; }
.accounts { list-style: none; padding: 0; gap: 0; }
.accounts li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; padding-block: 0.75rem; border-block-end: 1px solid var(--line); }
.accounts li:last-child { border: 0; }
.accounts h2 { flex: 1 1 10rem; }
.accounts output:has(code:empty), .accounts output:has(code:empty) + .until { display: none; }
.phone-frame {
  inline-size: min(100%, 24rem); block-size: 44rem; border: 0.6rem solid var(--case); border-radius: 2rem;
  background: var(--card); justify-self: center;
}
@media (max-width: 26rem) {
  main { padding: 1rem 0.75rem 3rem; }
  .phone { border-width: 0.35rem; padding-inline: 0.75rem; }
}
`;
