import { EVERY_TOKEN, loginParameters, PORTAL, policy } from '#cases/samples.ts';
import type { SecondFactorInput } from '#machines/second-factor/second-factor.types.ts';
import type { Policy } from '#machines/shared/policy.ts';

/** The tokens of a person who has registered a factor of every type. */
export const EVERYTHING: Policy['userTokens'] = {
  ...EVERY_TOKEN,
  phoneNumber: '010-****-5678',
  internalMail: 'pa***@hanbit.example',
  privateMail: 'pa***@mail.example',
  otpCard: 'CARD-***12',
  yubikeyFirst: 'YK-***34',
  yubikeySecond: null,
  mobileApp: 'Galaxy S30',
  passkey: 'laptop',
};

export const policyWithRanks = (
  secondTokenPriority: Policy['secondTokenPriority'],
  changes: Partial<Omit<Policy, 'allowed'>> = {},
): Policy =>
  policy(['password'], { secondAuth: true, userTokens: EVERYTHING, secondTokenPriority, ...changes });

export const input = (
  secondTokenPriority: Policy['secondTokenPriority'],
  {
    policy: changes = {},
    ...rest
  }: Partial<Omit<SecondFactorInput, 'policy'>> & {
    policy?: Partial<Omit<Policy, 'allowed'>>;
  } = {},
): SecondFactorInput => ({
  userId: 'park',
  login: loginParameters({ step: 'second', accessToken: 'second-1' }),
  policy: policyWithRanks(secondTokenPriority, changes),
  pending: null,
  support: 'supported',
  app: { phoneApp: 'native', appScheme: 'cubelogin', origin: PORTAL, name: 'cubelogin' },
  sendToken: 'send-1',
  origin: PORTAL,
  ...rest,
});
