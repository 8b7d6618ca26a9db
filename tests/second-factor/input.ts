import { EVERY_TOKEN, loginParameters, PORTAL, policy } from '#cases/samples.ts';
import { secondFactorMachine } from '#machines/second-factor/second-factor.machine.ts';
import type { SecondFactorInput } from '#machines/second-factor/second-factor.types.ts';
import type { Policy } from '#machines/shared/policy.ts';
import type { Projection } from '#tests/support/model/paths.ts';

/** The machine without an action that removes the stored code, push or QR code. */
export const machineWithoutStorage = secondFactorMachine.provide({
  actions: { dropPending: () => undefined },
});

/** The values that decide how the second step continues. */
export const decisiveValues: Projection<typeof secondFactorMachine> = ({
  context: { active, next, isDefault, remembers, outcome },
}) => ({ active, next, isDefault, remembers, outcome });

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
