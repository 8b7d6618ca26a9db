/** First parts of the error codes (specification, section 8) with which the server can refuse a sign-in, by flow. */
const SIGN_IN_CODES: Readonly<Record<string, readonly string[]>> = {
  password: ['000', '001', '002', '016'],
  emergency: ['002', '004', '016'],
  'sent-code': ['002', '005', '006', '016'],
  'device-code': ['002', '005', '007', '008', '009', '016', '018'],
  push: ['002', '009', '010', '016'],
  qr: ['000', '002', '009', '010', '016'],
  passkey: ['000', '002', '011', '016'],
  'self-auth': ['005', '006', '010'],
};

/** First parts of the error codes of other calls, by port. */
const PORT_CODES: Readonly<Record<string, readonly string[]>> = {
  checkPolicy: ['000', '001_1', '002', '016'],
  recognise: ['000', '001_1', '002', '016'],
  startAssertion: ['002', '011', '016', '018'],
  sendCode: ['006', '012'],
  requestPush: ['009', '012'],
  checkPush: ['010'],
  createQr: ['018'],
  checkQr: ['010'],
  provePassword: ['001', '002', '016', '018'],
  reauthenticate: ['001', '002', '016'],
  saveDefault: ['018'],
  fetchClientConfig: ['016'],
  verify: ['000'],
  generateAk: ['006', '013'],
  sendLink: ['006', '012'],
  createCode: ['013'],
  registerOffline: ['013'],
  issueSecret: ['013'],
  registerStandard: ['005', '013'],
  verifyCode: ['005', '007'],
  validateSerial: ['007'],
  mapKey: ['005', '008'],
  finishCreation: ['011'],
};

/** The ports of flows that sign a person in. */
const SIGN_IN_PORTS: readonly string[] = ['logIn', 'proveFirst'];

/**
 * Whether the server can refuse the call of a port with an error code (specification, section 8). The page can show
 * every code; the atlas distinguishes the likely codes from the others.
 */
export function isLikely(flow: string, port: string, code: string): boolean {
  const prefixes = (SIGN_IN_PORTS.includes(port) ? SIGN_IN_CODES[flow] : PORT_CODES[port]) ?? [];
  return prefixes.some((prefix) => code === prefix || code.startsWith(`${prefix}_`));
}
