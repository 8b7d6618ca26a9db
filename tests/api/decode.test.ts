import { describe, expect, it } from 'vitest';
import { account } from '#src/api/decode/account.ts';
import { authSummary } from '#src/api/decode/auth-summary.ts';
import { clientConfig } from '#src/api/decode/client-config.ts';
import { loginResult, passwordProof } from '#src/api/decode/login-result.ts';
import { passwordSecurity } from '#src/api/decode/password-security.ts';
import { portalDomain } from '#src/api/decode/portal-domain.ts';
import { decode, OFF, ON } from './decode.ts';

describe('the client config', () => {
  const empty = { idOtp: false, passkey: false, qrCode: false, serviceName: '', displayContent: '' };

  it('reads every field and drops the others', () => {
    const answer = {
      idOtp: '1',
      passkey: 1,
      qrCode: '0',
      serviceName: '문서',
      displayContent: 'x',
      status: 200,
    };
    expect(decode(clientConfig, answer)).toEqual({
      idOtp: true,
      passkey: true,
      qrCode: false,
      serviceName: '문서',
      displayContent: 'x',
    });
  });

  it('reads missing and null fields as off and empty', () => {
    expect(decode(clientConfig, {})).toEqual(empty);
    expect(decode(clientConfig, { idOtp: null, serviceName: null })).toEqual(empty);
  });

  it.each(ON)('reads the flag %j as on (rule 163)', (flag) => {
    expect(decode(clientConfig, { idOtp: flag })).toEqual({ ...empty, idOtp: true });
  });

  it.each([...OFF, '01', ' 1', ['1']])('reads the flag %j as off', (flag) => {
    expect(decode(clientConfig, { idOtp: flag })).toEqual(empty);
  });

  it.each([1, {}, [], true])('is malformed with %j as a text', (serviceName) => {
    expect(decode(clientConfig, { serviceName })).toBe('malformed');
  });
});

describe('the auth summary', () => {
  const empty = {
    clientId: '',
    hasServiceId: false,
    userId: '',
    redirectUrl: '',
    isAlreadyAuth: false,
    hasOpenIdScope: false,
    reauthReason: '',
  };

  it('reads an OpenID request', () => {
    const answer = {
      status: 200,
      clientId: 'a|b|c',
      userId: 'kim',
      redirectUrl: 'https://portal.example/oauth2/authorize/1',
      isAlreadyAuth: true,
      scopes: ['openid', 'profile'],
    };
    expect(decode(authSummary, answer)).toEqual({
      clientId: 'abc',
      hasServiceId: false,
      userId: 'kim',
      redirectUrl: 'https://portal.example/oauth2/authorize/1',
      isAlreadyAuth: true,
      hasOpenIdScope: true,
      reauthReason: '',
    });
  });

  it.each([
    ['renew', 'renew'],
    ['more', 'more'],
    ['something else', ''],
    [null, ''],
  ])('reads the reason of a re-authentication: %j', (value, reauthReason) => {
    expect(decode(authSummary, { reauthReason: value })).toEqual({ ...empty, reauthReason });
  });

  it('reads a SAML request', () => {
    expect(decode(authSummary, { serviceId: 'urn:|sp', scopes: null })).toEqual({
      ...empty,
      clientId: 'urn:sp',
      hasServiceId: true,
    });
  });

  it('prefers the client ID, and treats an ID of pipes alone as missing', () => {
    expect(decode(authSummary, { clientId: 'c', serviceId: 's' })).toMatchObject({ clientId: 'c' });
    expect(decode(authSummary, { clientId: '|', serviceId: '||' })).toEqual(empty);
  });

  it.each([
    [['openid'], true],
    ['profile openid', true],
    ['openid', true],
    ['openid2 profile', false],
    [['profile', 'openid2'], false],
    ['', false],
    [[], false],
  ])('finds the scope openid in %j: %s', (scopes, hasOpenIdScope) => {
    expect(decode(authSummary, { scopes })).toEqual({ ...empty, hasOpenIdScope });
  });

  it.each([
    ['Y', true],
    [true, true],
    ['true', false],
    [1, true],
    ['N', false],
    [null, false],
  ])('reads isAlreadyAuth %j as %j', (isAlreadyAuth, decoded) => {
    expect(decode(authSummary, { isAlreadyAuth })).toEqual({ ...empty, isAlreadyAuth: decoded });
  });

  it.each([{ clientId: 1 }, { userId: [] }, { redirectUrl: {} }, { scopes: 1 }, { scopes: [1] }])(
    'is malformed for %j',
    (answer) => {
      expect(decode(authSummary, answer)).toBe('malformed');
    },
  );
});

describe('the account', () => {
  it('reads every field', () => {
    const answer = { setPasswordFlag: 'Y', phoneNumber: '010-****-5678', internalMail: null, extra: 1 };
    expect(decode(account, answer)).toEqual({
      canSetPassword: true,
      phoneNumber: '010-****-5678',
      internalMail: null,
      privateMail: null,
    });
  });

  it.each([
    ['Y', true],
    ['N', false],
  ])('reads the flag of a question %j as %j', (questionFlag, hasQuestion) => {
    expect(decode(account, { setPasswordFlag: 'Y', questionFlag })).toMatchObject({ hasQuestion });
  });

  it('reads an empty contact as missing', () => {
    expect(decode(account, { privateMail: '' })).toMatchObject({ privateMail: null });
  });

  it.each(ON)('reads the flag %j as on', (setPasswordFlag) => {
    expect(decode(account, { setPasswordFlag })).toMatchObject({ canSetPassword: true });
  });

  it.each(OFF)('reads the flag %j as off', (setPasswordFlag) => {
    expect(decode(account, { setPasswordFlag })).toMatchObject({ canSetPassword: false });
  });

  it.each([1, {}, true])('is malformed with the contact %j', (phoneNumber) => {
    expect(decode(account, { phoneNumber })).toBe('malformed');
  });
});

describe('the password security', () => {
  const strictest = {
    selfAuth: { sms: false, internalMail: false, privateMail: false, mobileOtp: false, push: false },
    proof: 'qna',
    passwordReuseLimit: 0,
    offersPasswordChange: false,
  };

  it('reads the first element of data', () => {
    const first = {
      sms: 'Y',
      internalMail: 'N',
      privateMail: 'Y',
      mobileOtp: 'N',
      push: 'Y',
      selfAuthMethodWhenPwChange: 'selfAuthOrQnA',
      passwordReuseLimit: 5,
      provideAuthPortalPwChange: 'Y',
    };
    expect(decode(passwordSecurity, { status: 200, data: [first, { sms: 'N' }] })).toEqual({
      selfAuth: { sms: true, internalMail: false, privateMail: true, mobileOtp: false, push: true },
      proof: 'selfAuthOrQnA',
      passwordReuseLimit: 5,
      offersPasswordChange: true,
    });
  });

  it.each([{}, { data: null }, { data: [] }, { data: [null] }, { data: [{}] }])(
    'reads %j as the strictest setting',
    (answer) => {
      expect(decode(passwordSecurity, answer)).toEqual(strictest);
    },
  );

  it.each([
    ['selfAuth', 'selfAuth'],
    ['selfAuthOrQnA', 'selfAuthOrQnA'],
    ['selfauth', 'qna'],
    ['QnA', 'qna'],
    ['', 'qna'],
    [null, 'qna'],
  ])('reads the method %j as %s', (selfAuthMethodWhenPwChange, proof) => {
    expect(decode(passwordSecurity, { data: [{ selfAuthMethodWhenPwChange }] })).toEqual({
      ...strictest,
      proof,
    });
  });

  it.each([
    [3, 3],
    ['12', 12],
    [0, 0],
    [-1, 0],
    [1.5, 0],
    ['x', 0],
    ['', 0],
    [null, 0],
    [true, 0],
    [[3], 0],
    [1e21, 0],
  ])('reads the limit %j as %i', (passwordReuseLimit, limit) => {
    expect(decode(passwordSecurity, { data: [{ passwordReuseLimit }] })).toEqual({
      ...strictest,
      passwordReuseLimit: limit,
    });
  });

  it.each([{ data: {} }, { data: 'Y' }, { data: ['x'] }, { data: [1] }])('is malformed for %j', (answer) => {
    expect(decode(passwordSecurity, answer)).toBe('malformed');
  });
});

describe('the login result', () => {
  it('reads every field', () => {
    const answer = {
      status: 200,
      to: '/change',
      auth: 'https://portal.example/oauth2/authorize/1',
      expiredDay: '1901-01-01 01:21:17',
      accessToken: 'a',
      secondToken: 's',
      errCode: null,
      message: '',
    };
    const { status: _status, errCode: _errCode, message: _message, ...fields } = answer;
    expect(decode(loginResult, answer)).toEqual(fields);
  });

  it('reads missing and null fields as empty', () => {
    const empty = { to: '', auth: '', expiredDay: '', accessToken: '', secondToken: '' };
    expect(decode(passwordProof, {})).toEqual(empty);
    expect(decode(loginResult, { to: null, auth: null })).toEqual(empty);
    expect(decode(loginResult, { auth: 'Y' })).toEqual({ ...empty, auth: 'Y' });
  });

  it.each([{}, { hello: 'world' }, { status: 200, message: 'OK' }])(
    'is malformed without a login: %j',
    (answer) => {
      expect(decode(loginResult, answer)).toBe('malformed');
    },
  );

  it.each([{ to: 1 }, { to: ['/x'] }, { accessToken: {} }, { expiredDay: 0 }])(
    'is malformed for %j',
    (answer) => {
      expect(decode(loginResult, answer)).toBe('malformed');
    },
  );
});

describe('the portal domain', () => {
  it('reads the url', () => {
    expect(decode(portalDomain, { status: 200, url: 'https://portal.example' })).toBe(
      'https://portal.example',
    );
  });

  it.each([{}, { url: null }, { url: 1 }])('is malformed for %j', (answer) => {
    expect(decode(portalDomain, answer)).toBe('malformed');
  });
});
