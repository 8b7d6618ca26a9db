/** A person of the foreign server; the policy has the fields of spec section 3. */
export type Person = {
  readonly password: string;
  readonly phone: string | null;
  readonly policy: Readonly<Record<string, unknown>>;
};

const NO_METHOD = {
  authType: 'other',
  emergencyCode: 'N',
  pw: 'N',
  sms: 'N',
  internalMail: 'N',
  privateMail: 'N',
  hwOtp: 'N',
  yubikey: 'N',
  mobileOtp: 'N',
  push: 'N',
  fido2Token: 'N',
};

const NO_TOKEN = {
  phoneNumber: null,
  internalMail: null,
  privateMail: null,
  otpCard: null,
  yubikeyFirst: null,
  yubikeySecond: null,
  mobileApp: null,
  fido2token: null,
};

const NO_FLAGS = { sms: 'N', internalMail: 'N', privateMail: 'N', mobileOtp: 'N', push: 'N' };

const policy = (methods: object, tokens: object, changes: object = {}) => ({
  policyId: 'policy-1',
  secondAuth: 'N',
  check: 'N',
  fixedToken: null,
  authMethod: { ...NO_METHOD, ...methods },
  userToken: { ...NO_TOKEN, ...tokens },
  userType: 'OTHER',
  cubeLogin: { sms: 'N', qrCode: 'N', offline: 'N' },
  selfAuth: NO_FLAGS,
  secondTokenPriority: {},
  management: { setting: 'N' },
  ...changes,
});

const PHONE = '010-2222-3333';
const APP = { phoneNumber: PHONE, mobileApp: 'Pixel' };

/** Ann has a password, Bob can choose a method, and Cat needs a second step with ranked methods. */
export const PEOPLE: Readonly<Record<string, Person>> = {
  ann: { password: 'a|nn-1', phone: null, policy: policy({ pw: 'Y' }, {}) },
  bob: {
    password: 'bob-1',
    phone: PHONE,
    policy: policy(
      { authType: 'otp', sms: true, push: 1, fido2Token: 'Y' },
      { ...APP, fido2token: 'laptop' },
    ),
  },
  cat: {
    password: 'cat-1',
    phone: PHONE,
    policy: policy({ authType: 'otp', pw: 'Y' }, APP, {
      secondAuth: true,
      secondTokenPriority: { sms: 1, push: 2, pw: 3 },
    }),
  },
};
