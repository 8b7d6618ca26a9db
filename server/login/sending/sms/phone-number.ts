import { GatewayError } from '#server/login/sending/gateway-error.ts';

/**
 * Writes a Korean phone number in the form that the gateways accept: only digits, with the leading 0.
 * @throws GatewayError `abroad` for a number of another country, `number` for a text that is not a phone number
 */
export function koreanNumber(gateway: string, to: string): string {
  // Writes the country code of Korea as +82.
  const withCountryCode = to.replaceAll(/[^\d+]/g, '').replace(/^(\+|00)82/, '+82');
  const digits = withCountryCode.startsWith('+82')
    ? `0${withCountryCode.slice(3).replace(/^0/, '')}`
    : withCountryCode;
  if (/^(\+|00)/.test(digits)) throw new GatewayError(`${gateway}: abroad`, 'abroad');
  if (!/^0\d{8,10}$/.test(digits)) throw new GatewayError(`${gateway}: number`, 'number');
  return digits;
}
