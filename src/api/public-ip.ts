/** The maximum duration of the call by default, in milliseconds. */
const TIMEOUT_MS = 3_000;
/** Four numbers from 0 to 255, separated by dots. */
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** Only characters of an IPv6 address, with at least one colon. */
const IPV6_CHARACTERS = /^[\da-f:.]*:[\da-f:.]*$/i;

function isIpAddress(text: string): boolean {
  return IPV4.test(text) || (IPV6_CHARACTERS.test(text) && URL.canParse(`http://[${text}]/`));
}

/** The address in a body: the field `ip` of JSON, or the body itself. */
function addressIn(body: string): string {
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === 'object' && json !== null && 'ip' in json ? String(json.ip) : '';
  } catch {
    return body;
  }
}

export type PublicIpOptions = {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
};

/**
 * Requests the public IP address of this device from an external service (spec section 1), without a token, cookie,
 * referrer or custom header (rules 09, 10). The service answers with `{"ip": "…"}` or with the address alone. Resolves
 * to an empty text if `url` is empty, if the service does not answer within 3 seconds, or if its answer is not an IP
 * address.
 */
export async function fetchPublicIp(url: string, options: PublicIpOptions = {}): Promise<string> {
  if (url === '') return '';
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
    });
    const ip = response.ok ? addressIn(await response.text()).trim() : '';
    return isIpAddress(ip) ? ip : '';
  } catch {
    return '';
  }
}
