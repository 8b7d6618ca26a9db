/** By module of the conformance suite: the reason for its warning, failure or skip. */
export const REASONS: Readonly<Record<string, string>> = {
  'oidcc-scope-profile':
    'not every standard claim of the scope is returned: the portal knows a name and a user ID',
  'oidcc-scope-email': '`email_verified` is not returned',
  'oidcc-scope-phone': '`phone_number_verified` is not returned',
  'oidcc-alternate-happy-flow': 'the same reason as `oidcc-scope-profile`',
  'oidcc-scope-address': 'there is no scope `address`',
  'oidcc-scope-all': 'there is no scope `address`',
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported':
    'request objects are refused with `request_not_supported`',
  'oidcc-refresh-token': 'no refresh tokens are issued',
  'fapi2-security-profile-final-test-claims-parameter-identity-claims':
    'a name is also given by language (`name#ko`, `name#en`), and the suite warns of claims that it does not know',
  'fapi2-security-profile-final-ensure-signed-client-assertion-with-RS256-fails':
    'the keys of the plan are for ES256; the test with the name of this module signs with RS256',
  'fapi2-security-profile-final-refresh-token': 'no refresh tokens are issued',
};

/** By module of the conformance suite: the reason why it was not run. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'oidcc-idtoken-signature': 'the suite runs it with clients that register themselves',
  'oidcc-idtoken-unsigned': 'the suite runs it with clients that register themselves; `none` is not offered',
  'oidcc-request-uri-unsigned':
    'the suite runs it with clients that register themselves; `request_uri` is refused',
};
