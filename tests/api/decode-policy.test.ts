import { describe, expect, it } from 'vitest';
import { NO_TOKENS } from '#cases/samples.ts';
import { policyCheck } from '#src/api/decode/policy.ts';
import { decode, OFF, ON } from './decode.ts';

describe('the policy check', () => {
  const EMPTY_POLICY = {
    policyId: 'p',
    secondAuth: false,
    check: false,
    fixedToken: null,
    authType: 'other',
    allowed: {
      emergencyCode: false,
      password: false,
      sms: false,
      internalMail: false,
      privateMail: false,
      mobileOtp: false,
      push: false,
      otpCard: false,
      yubikey: false,
      passkey: false,
    },
    userTokens: NO_TOKENS,
    isLocalUser: false,
    cubeLogin: { sms: false, qrCode: false, offline: false, standard: false },
    selfAuth: { sms: false, internalMail: false, privateMail: false, mobileOtp: false, push: false },
    secondTokenPriority: {},
    secondDefault: null,
    canManage: false,
  };
  const minimal = { policyId: 'p', authMethod: {} };

  /** The policy of a minimal answer with these fields in addition. */
  const policyOf = (fields: object) => {
    const decoded = decode(policyCheck, { ...minimal, ...fields });
    return decoded === 'malformed' ? decoded : decoded.policy;
  };

  it('reads every field of an answer', () => {
    const answer = {
      status: 200,
      userId: 'kim',
      policyId: 'p-1',
      secondAuth: 'Y',
      check: true,
      fixedToken: { authType: '7', alwaysSend: 'Y' },
      authMethod: {
        authType: 'otp',
        emergencyCode: 'Y',
        pw: 'Y',
        sms: 'Y',
        internalMail: 'Y',
        privateMail: 'Y',
        hwOtp: 'Y',
        yubikey: 'Y',
        mobileOtp: 'Y',
        push: 'Y',
        fido2Token: 'Y',
      },
      userToken: {
        phoneNumber: '010-****-5678',
        internalMail: 'k**@corp.example',
        privateMail: 'k**@mail.example',
        otpCard: '12***',
        yubikeyFirst: 'cc***',
        yubikeySecond: 'dd***',
        mobileApp: 'offline',
        fido2token: 'laptop',
      },
      userType: 'LOCAL',
      cubeLogin: { sms: 'Y', qrCode: 'Y', offline: 'Y', standard: 'Y' },
      selfAuth: { sms: 'Y', internalMail: 'Y', privateMail: 'Y', mobileOtp: 'Y', push: 'Y' },
      secondTokenPriority: { push: 1, hwOtp: '2', fido2Token: 3, qrCode: 4, pw: 5 },
      management: { setting: 'Y' },
      extra: { nested: true },
    };
    const on = <Flags extends object>(flags: Flags) =>
      Object.fromEntries(Object.keys(flags).map((name) => [name, true]));
    expect(decode(policyCheck, answer)).toEqual({
      userId: 'kim',
      policy: {
        policyId: 'p-1',
        secondAuth: true,
        check: true,
        fixedToken: { tokenCode: '7', alwaysSend: true },
        authType: 'otp',
        allowed: on(EMPTY_POLICY.allowed),
        userTokens: {
          phoneNumber: '010-****-5678',
          internalMail: 'k**@corp.example',
          privateMail: 'k**@mail.example',
          otpCard: '12***',
          yubikeyFirst: 'cc***',
          yubikeySecond: 'dd***',
          mobileApp: 'offline',
          passkey: 'laptop',
        },
        isLocalUser: true,
        cubeLogin: on(EMPTY_POLICY.cubeLogin),
        selfAuth: on(EMPTY_POLICY.selfAuth),
        secondTokenPriority: { push: 1, otpCard: 2, passkey: 3, qrCode: 4, password: 5 },
        secondDefault: null,
        canManage: true,
      },
    });
  });

  it('reads a minimal answer as a policy that allows nothing', () => {
    expect(decode(policyCheck, minimal)).toEqual({ userId: '', policy: EMPTY_POLICY });
  });

  it('reads null groups as groups without fields', () => {
    const groups = ['fixedToken', 'userToken', 'cubeLogin', 'selfAuth', 'secondTokenPriority', 'management'];
    expect(policyOf(Object.fromEntries(groups.map((group) => [group, null])))).toEqual(EMPTY_POLICY);
  });

  it.each([
    ['emergencyCode', 'emergencyCode'],
    ['pw', 'password'],
    ['sms', 'sms'],
    ['internalMail', 'internalMail'],
    ['privateMail', 'privateMail'],
    ['mobileOtp', 'mobileOtp'],
    ['push', 'push'],
    ['hwOtp', 'otpCard'],
    ['yubikey', 'yubikey'],
    ['fido2Token', 'passkey'],
  ])('maps the flag %s only to %s', (wire, method) => {
    expect(policyOf({ authMethod: { [wire]: 'Y' } })).toEqual({
      ...EMPTY_POLICY,
      allowed: { ...EMPTY_POLICY.allowed, [method]: true },
    });
  });

  it.each(['fido2token', 'password', 'otpCard', 'PW', '__proto__'])('ignores the method %s', (name) => {
    expect(policyOf({ authMethod: JSON.parse(`{"${name}":"Y"}`) })).toEqual(EMPTY_POLICY);
  });

  it.each(ON)('reads the flag %j as on', (flag) => {
    expect(policyOf({ secondAuth: flag })).toEqual({ ...EMPTY_POLICY, secondAuth: true });
  });

  it.each(OFF)('reads the flag %j as off', (flag) => {
    expect(
      policyOf({
        secondAuth: flag,
        authMethod: { pw: flag },
        cubeLogin: { sms: flag },
        selfAuth: { push: flag },
        management: { setting: flag },
      }),
    ).toEqual(EMPTY_POLICY);
  });

  it.each([
    [true, true],
    ['Y', true],
    ['true', false],
    [1, true],
    [null, false],
  ])('reads check %j as %j', (check, isChecked) => {
    expect(policyOf({ check })).toEqual({ ...EMPTY_POLICY, check: isChecked });
  });

  it.each(['OTP', 'pw', '', null])('reads the authType %j as other', (authType) => {
    expect(policyOf({ authMethod: { authType } })).toEqual(EMPTY_POLICY);
  });

  it.each(['local', 'AD', '', null])('reads the user type %j as not local', (userType) => {
    expect(policyOf({ userType })).toEqual(EMPTY_POLICY);
  });

  it.each([
    [
      { authType: 'pw', alwaysSend: 'N' },
      { tokenCode: '-1', alwaysSend: false },
    ],
    [{ authType: 11 }, { tokenCode: '11', alwaysSend: false }],
    [{ authType: -1 }, { tokenCode: '-1', alwaysSend: false }],
    [{ authType: '98' }, null],
    [{ authType: '' }, null],
    [{ authType: null }, null],
    [{ authType: ['7'] }, null],
    [{ alwaysSend: 'Y' }, null],
    [{}, null],
  ])('reads the fixed token %j', (fixedToken, decoded) => {
    expect(policyOf({ fixedToken })).toEqual({ ...EMPTY_POLICY, fixedToken: decoded });
  });

  it.each([0, 6, -1, 1.5, '01', '', 'x', null, true, [1], {}])('ignores the rank %j', (rank) => {
    expect(policyOf({ secondTokenPriority: { push: rank, sms: 1 } })).toEqual({
      ...EMPTY_POLICY,
      secondTokenPriority: { sms: 1 },
    });
  });

  it.each([
    [{ authType: '7' }, '7'],
    [{ authType: 8 }, '8'],
    [{ authType: '99' }, null],
    [null, null],
  ])('reads the default of the second step from %j', (secondFixedToken, code) => {
    expect(policyOf({ secondFixedToken })).toEqual({ ...EMPTY_POLICY, secondDefault: code });
  });

  it.each([
    [
      { secondToken: 'second', accessToken: 'access' },
      { secondToken: 'second', accessToken: 'access' },
    ],
    [{ secondToken: 'second' }, { secondToken: 'second', accessToken: 'second' }],
    [{ accessToken: 'access' }, undefined],
  ])('reads the tokens of the second step from %j', (tokens, secondStep) => {
    expect(decode(policyCheck, { ...minimal, ...tokens })).toEqual({
      userId: '',
      policy: EMPTY_POLICY,
      ...(secondStep && { secondStep }),
    });
  });

  it('ignores the rank of an unknown name', () => {
    expect(policyOf({ secondTokenPriority: { telepathy: 1, constructor: 2 } })).toEqual(EMPTY_POLICY);
  });

  it('reads an empty token as not registered', () => {
    expect(policyOf({ userToken: { mobileApp: '' } })).toEqual(EMPTY_POLICY);
  });

  it.each([
    {},
    { policyId: 'p' },
    { authMethod: {} },
    { policyId: null, authMethod: {} },
    { policyId: 1, authMethod: {} },
    { policyId: 'p', authMethod: null },
    { policyId: 'p', authMethod: 'otp' },
    { ...minimal, userId: 1 },
    { ...minimal, fixedToken: '7' },
    { ...minimal, userToken: { phoneNumber: 1 } },
    { ...minimal, userToken: 'x' },
    { ...minimal, cubeLogin: 'Y' },
    { ...minimal, selfAuth: 'Y' },
    { ...minimal, secondTokenPriority: 'x' },
    { ...minimal, management: 'Y' },
  ])('is malformed for %j', (answer) => {
    expect(decode(policyCheck, answer)).toBe('malformed');
  });
});
