const policyAnswer = (methods: Readonly<Record<string, 'Y'>>, authType = 'other') => ({
  status: 200,
  policyId: 'policy-1',
  authMethod: { authType, ...methods },
  userToken: { phoneNumber: '010-****-5678' },
  userType: 'LOCAL',
});

/** The factors of a person who has registered every kind. */
export const DEVICES = {
  phoneNumber: '010-****-5678',
  mobileApp: 'Galaxy S26',
  otpCard: 'C-1234',
  fido2token: 'MacBook',
};

/** The policy of a person whose first step is done, with the ranks of the second one. */
const secondStep = (secondTokenPriority: Readonly<Record<string, number>>) => ({
  ...policyAnswer({ pw: 'Y' }),
  userToken: DEVICES,
  secondAuth: 'Y',
  secondToken: 'second-1',
  accessToken: 'send-1',
  secondTokenPriority,
});

/** Answers of a policy check, by the screen or the methods that they allow. */
export const POLICIES = {
  login: policyAnswer({ pw: 'Y' }),
  gate: policyAnswer({ pw: 'Y', sms: 'Y' }),
  twoSteps: { ...policyAnswer({ pw: 'Y' }), secondAuth: 'Y' },
  qr: policyAnswer({ push: 'Y' }, 'otp'),
  choice: policyAnswer({ pw: 'Y', sms: 'Y', otpCard: 'Y' }, 'otp'),
  push: { ...policyAnswer({ push: 'Y', sms: 'Y' }, 'otp'), userToken: DEVICES },
  passkey: { ...policyAnswer({ fido2Token: 'Y', sms: 'Y' }, 'otp'), userToken: DEVICES },
  secondPush: secondStep({ push: 1, hwOtp: 2 }),
  secondCard: secondStep({ hwOtp: 1, push: 2 }),
  secondPasskey: secondStep({ fido2Token: 1, hwOtp: 2 }),
  secondQr: secondStep({ qrCode: 1, hwOtp: 2 }),
  mails: {
    ...policyAnswer({ internalMail: 'Y', privateMail: 'Y' }, 'otp'),
    userToken: { internalMail: 'k**@corp.example', privateMail: 'k**@mail.example' },
  },
  registering: {
    ...policyAnswer({ sms: 'Y', hwOtp: 'Y', yubikey: 'Y', mobileOtp: 'Y', fido2Token: 'Y' }, 'otp'),
    selfAuth: { sms: 'Y' },
    cubeLogin: { sms: 'Y', qrCode: 'Y', offline: 'Y' },
    management: { setting: 'Y' },
  },
} as const;
