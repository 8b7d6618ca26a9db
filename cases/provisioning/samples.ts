import type { ProvisioningInput } from '#machines/provisioning/provisioning.machine.ts';
import { success } from '#machines/shared/result.ts';

export const PROVISIONING_INPUT: ProvisioningInput = {
  ak: 'ak-1',
  app: { phoneApp: 'native', appScheme: 'cubelogin' },
  origin: 'https://portal.example',
};

export const PROVISION_ANSWER = success({
  provision: { akData: 'a+b', publicKeyModulus: 'm&n', publicKeyExponent: 'AQAB' },
  portal: 'https://login.example',
});

export const APP_LINK =
  'cubelogin://provision?data=a%2Bb&modulus=m%26n&exponent=AQAB&portal=https%3A%2F%2Flogin.example';
