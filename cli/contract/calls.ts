import type { Shape } from './shape.ts';

/** Options of `npm run contract`. Without an account, only the calls that need no login are made. */
export type ContractOptions = {
  readonly clientId: string;
  readonly account: string;
  readonly password: string;
};

/** A call of the portal that the command makes to the checked server. */
export type ContractCall = {
  readonly name: string;
  /** The option without which the call is not made. */
  readonly needs: 'nothing' | 'account' | 'password';
  readonly method: 'GET' | 'POST';
  readonly path: (contractOptions: ContractOptions) => string;
  readonly body?: (
    contractOptions: ContractOptions,
    earlier: EarlierAnswers,
  ) => Readonly<Record<string, string>>;
  /** The fields that the answer must have. */
  readonly shape: Shape;
};

/** Values from the answers to earlier calls. */
export type EarlierAnswers = { readonly policyId: string };

const METHOD_FLAGS: Shape = {
  authType: 'text',
  'emergencyCode?': 'flag',
  'pw?': 'flag',
  'sms?': 'flag',
  'internalMail?': 'flag',
  'privateMail?': 'flag',
  'hwOtp?': 'flag',
  'yubikey?': 'flag',
  'mobileOtp?': 'flag',
  'push?': 'flag',
  'fido2Token?': 'flag',
};

const IDENTITY_METHOD_FLAGS: Shape = {
  'sms?': 'flag',
  'internalMail?': 'flag',
  'privateMail?': 'flag',
  'mobileOtp?': 'flag',
  'push?': 'flag',
};

const POLICY_SHAPE: Shape = {
  policyId: 'text',
  'userId?': 'text',
  'secondAuth?': 'flag',
  'check?': 'flag',
  'fixedToken?': { 'authType?': 'text', 'alwaysSend?': 'flag' },
  authMethod: METHOD_FLAGS,
  userToken: 'object',
  'userType?': 'text',
  'cubeLogin?': { 'sms?': 'flag', 'qrCode?': 'flag', 'offline?': 'flag' },
  'selfAuth?': IDENTITY_METHOD_FLAGS,
  'secondTokenPriority?': 'object',
  'management?': { 'setting?': 'flag' },
};

const withClient = (path: string, { clientId }: ContractOptions): string =>
  `${path}?clientId=${encodeURIComponent(clientId)}`;
const encodedAccount = ({ account }: ContractOptions): string => encodeURIComponent(account);

/** The calls of spec section 7 that can be made without a device, in the order in which a portal makes them. */
export const CONTRACT_CALLS: readonly ContractCall[] = [
  {
    name: 'GET /summary/auth',
    needs: 'nothing',
    method: 'GET',
    path: () => '/summary/auth',
    shape: {
      'clientId?': 'text',
      'serviceId?': 'text',
      'userId?': 'text',
      'redirectUrl?': 'text',
      'isAlreadyAuth?': 'flag',
      'scopes?': 'scopes',
    },
  },
  {
    name: 'GET /summary/domain/portal',
    needs: 'nothing',
    method: 'GET',
    path: () => '/summary/domain/portal',
    shape: { url: 'text' },
  },
  {
    name: 'GET /data/sso/config/{clientId}',
    needs: 'nothing',
    method: 'GET',
    path: ({ clientId }) => `/data/sso/config/${encodeURIComponent(clientId)}`,
    shape: {
      'idOtp?': 'flag',
      'passkey?': 'flag',
      'qrCode?': 'flag',
      serviceName: 'text',
      'displayContent?': 'text',
    },
  },
  {
    name: 'GET /data/sso/setting/password-security',
    needs: 'nothing',
    method: 'GET',
    path: (contractOptions) => withClient('/data/sso/setting/password-security', contractOptions),
    shape: { data: 'list' },
  },
  {
    name: 'POST /auth/policy/check',
    needs: 'account',
    method: 'POST',
    path: () => '/auth/policy/check',
    body: ({ account, clientId }) => ({ userId: account, clientId }),
    shape: POLICY_SHAPE,
  },
  {
    name: 'GET /data/sso/accounts/{userId}',
    needs: 'account',
    method: 'GET',
    path: (contractOptions) =>
      withClient(`/data/sso/accounts/${encodedAccount(contractOptions)}`, contractOptions),
    shape: { setPasswordFlag: 'flag' },
  },
  {
    name: 'GET /data/sso/authenticator/{userId}',
    needs: 'account',
    method: 'GET',
    path: (contractOptions) =>
      withClient(`/data/sso/authenticator/${encodedAccount(contractOptions)}`, contractOptions),
    shape: {
      authenticator: 'object',
      'license?': { 'isCheckExpired?': 'flag', 'isCheckMax?': 'flag' },
    },
  },
  {
    name: 'POST /login/password',
    needs: 'password',
    method: 'POST',
    path: () => '/login/password',
    body: ({ account, clientId, password }, { policyId }) => ({
      userId: account,
      userPassword: password,
      clientId,
      selfAuthFlag: 'N',
      policyId,
    }),
    shape: {},
  },
];
