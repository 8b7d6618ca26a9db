/** Name of the lab's SAML service in the portal. */
export const DEMO_SERVICE_ID = 'demo-saml';

/** Path of the lab's SAML service. */
export const DEMO_SP_PATH = '/expenses';

/** Private key of the lab's SAML service. It is published with the sources, so production refuses its certificate. */
export const DEMO_SP_PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC/xYgsj0NlQtkQ
Sp4r664turjBYx17pfx60myukb39A19xH4SA7hKCFFxhNl5BC3CoCcS817o0lhFd
eP+FJCtqj7Rr1WtyXLbKpBh2971Qg8tQ/YoJ0QZ6m6zNXfTGRMSj6kXoK7wNI7DK
KTISqtZJDDJyIanyWd1U9nCO+KhxkWH6HqKZ2v63lKc/zHzO8g/zH1uiOQGff/JB
DFqBjVBNrb/7xmXkK8ZpE3TYA9Laqc2/yy78nPbsAcq+m750zfKGq3pO9niieIPn
FOdI2WqGaB4+zllE0xLkpyXitYPyy1MrNsa53DSBJRtHzIszOzYXymSdKyoCvjjS
0TWX5MNRAgMBAAECggEAAi1T5m2Z7kRcAntWYFlEmPBNuKRPaV/xBdPtt+2fooev
RbF955jMTP2+LrxXRZXDqaSyvxIT4xTxDYaaIADRHVyUR8UceyfiS1qhjHgzhf55
CGpYbtQYprutsocmiDmvocy/DmuwrtWA5EqjbuLRm/Kvf+wx6bZrdNN3Y6gfAWsI
DTevqY2ycuH26apDKDb6+pjD34oNJ9+USL+scd12qVnv58sw01Zr9gSCWlByhTgX
aPJapTVG9JEup/wafQExUVxNUqHETfg8VOe51hBvr08TfOJ14oV3/aeu8rQpYVaU
y8X07TmfaOdhjsqhtOfPK8I1KluKsahBQFiCdTDZgQKBgQDxJQ0aSBqfJZphuf0Y
r7RqRur/kj9RCJIQJmODDIFOPSMWTVs0f+wDWaq6wedRRH+yAhKQhEMM8hOJQq6B
Ly8kzjftQpvImQ7r2mG8hXPUFH0JUwjCjBqWPjP1z6kYoCVIh7QJ7QlmFi1iwdUk
nzGKEFPR3UNQmwa67513FdkNtQKBgQDLldjMtcG/tv8ovzZVgZojwPARopT6P/d2
ou6f377AaGvzaIlCagNxtGiZdX3wfz6Jfc1nkSbu2NngvQqq/4lb+1W5dUUINqVc
eWlHDO//IoRFG0YDHWqMF2wZO0TSCFbbCGm489w450EyRTaKhcCzDz8zll86toex
+17SkWyArQKBgQDg6DGkRYOu0x997j3EfHvEc4hR/VDYfynbrjI507v2AMds0ZEz
EexJ46N8s8TO4xhGKfCuoOz4cf8Okga3rg5GQZ+fxfQNz9M+3lsxvTYeo01LGQqe
iJVzc2h65sdLlHGxh/+/Ejkl4aFK7oWgtmk536iNn9RcpXpNd5ZhrxrV0QKBgChG
U6ZjypmHtUC1WyVdR0YNdDC47in3n5gLsZNVKyJbRgfYRVcrK9VBsHOzZ5+9PHzs
s0bq0z3rDmdEXqjndqAIv7O5vFdcoCgEKMyShaP+ixY0yAvztNFUDOGM9Rdr6OrZ
5jhdndJwBVjRknGi9jU2LfWhqOMvmvad2OtlM4bdAoGAJxk5mixBEXH8CCEVok54
6ZlwyuAEHgYJrXy0xO+eh7qULCigcFDMt2FCN/U7+7/MDtudTtNsy494lJCCa4Sv
I8M9mXW4tqHSlhpcQChUlrtHNx5ZPAMeu7CBss6MdtLZqILT17oQ/8lQsGQ9FQ9X
MiwaTjDi2/qZoNujgM4rQH8=
-----END PRIVATE KEY-----
`;

export const DEMO_SP_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDMzCCAhugAwIBAgIUeUfp3rPqYqNDIRF6Q8zg8DN9pAIwDQYJKoZIhvcNAQEL
BQAwKDEmMCQGA1UEAwwdTXVuamlnaSBkZW1vIHNlcnZpY2UgcHJvdmlkZXIwIBcN
MjYxMTIwMTg1OTM2WhgPMjEyNjEwMjcxODU5MzZaMCgxJjAkBgNVBAMMHU11bmpp
Z2kgZGVtbyBzZXJ2aWNlIHByb3ZpZGVyMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A
MIIBCgKCAQEAv8WILI9DZULZEEqeK+uuLbq4wWMde6X8etJsrpG9/QNfcR+EgO4S
ghRcYTZeQQtwqAnEvNe6NJYRXXj/hSQrao+0a9Vrcly2yqQYdve9UIPLUP2KCdEG
epuszV30xkTEo+pF6Cu8DSOwyikyEqrWSQwyciGp8lndVPZwjviocZFh+h6imdr+
t5SnP8x8zvIP8x9bojkBn3/yQQxagY1QTa2/+8Zl5CvGaRN02APS2qnNv8su/Jz2
7AHKvpu+dM3yhqt6TvZ4oniD5xTnSNlqhmgePs5ZRNMS5Kcl4rWD8stTKzbGudw0
gSUbR8yLMzs2F8pknSsqAr440tE1l+TDUQIDAQABo1MwUTAdBgNVHQ4EFgQU6a86
h7HVkXDvBF5WRpae14t1VSMwHwYDVR0jBBgwFoAU6a86h7HVkXDvBF5WRpae14t1
VSMwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAs/uWvFaadrmz
mlNqD5wODnOUz8KTjvpczLBeOFeR5kY+AtBHk0lj9SvwMy5QClhsmLzzrhm65K0L
/M0aNIg8UThG+qFmesSfCo9W7b7pGKYs7+YVkju4w1+Luo9BEs84fXcoYLa3dz6+
gx0fptaAvm6DBHYntpi/RpTm8GVdbYDaR/kKDgeUI0dBpRNFv3DVsTUeuAgocIvi
8q04bSn4KdLnnHgMbQyk+I5cn7eUJKWwaEUmx2sHZGsVyL3r6PnDW4ya9SU6P2jQ
KT1O/klmV/yU+2nE+phnJOUWmry5oQJ5f1ozvsNi5jZ5gvA7JOU6MSMdknqTW0GD
k41ft73gig==
-----END CERTIFICATE-----
`;

const certificateBody = DEMO_SP_CERTIFICATE.replaceAll(/-----[A-Z ]+-----|\s/g, '');

/** The entity ID of the lab's SAML service: the address of its metadata. */
const demoEntityId = (labOrigin: string): string => `${labOrigin}${DEMO_SP_PATH}/metadata`;

/**
 * The metadata of the lab's SAML service.
 * @param origins origins at which the service accepts responses; the first is part of its entity ID
 */
export function demoMetadata(origins: readonly string[]): string {
  const [mainOrigin = ''] = origins;
  const assertionConsumers = origins.map(
    (origin, index) =>
      `<AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${origin}${DEMO_SP_PATH}/acs" index="${index}"${index === 0 ? ' isDefault="true"' : ''}/>`,
  );
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${demoEntityId(mainOrigin)}">
<SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificateBody}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${mainOrigin}${DEMO_SP_PATH}/slo"/>
<NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</NameIDFormat>
${assertionConsumers.join('\n')}
</SPSSODescriptor>
</EntityDescriptor>`;
}
