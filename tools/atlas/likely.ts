/** Families of section 8 of the specification that the server means where these flows ask it. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  'id-entry': ['000', '001_1', '002', '016'],
  password: ['000', '001', '002', '016'],
  'password-setup': ['001', '002'],
  emergency: ['004', '002', '016'],
  'sent-code': ['005', '006', '012', '002', '016'],
  'device-code': ['005', '007', '008', '009', '018', '002', '016'],
  push: ['009', '010', '012', '002', '016'],
  qr: ['009', '010', '000', '002', '016'],
  passkey: ['011', '012', '000', '002', '016'],
  'register-app': ['009', '012', '013'],
  'register-card': ['007', '005'],
  'register-yubikey': ['008'],
  'register-passkey': ['011', '012'],
  'self-auth': ['000', '005', '006', '012'],
  questions: ['000'],
};

/** Whether a code is one that this flow's calls bring; any other is possible, but nothing means it there. */
export function isLikely(flow: string, code: string): boolean {
  const families = FAMILIES[flow];
  return families?.some((family) => code === family || code.startsWith(`${family}_`)) ?? true;
}
