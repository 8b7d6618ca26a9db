const TIMEOUT_MS = 3_000;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

function isIpAddress(text: string): boolean {
  return IPV4.test(text) || (/^[\da-f:.]*:[\da-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]/`));
}

function ipField(body: string): string {
  try {
    const answer: unknown = JSON.parse(body);
    return typeof answer === 'object' && answer !== null && 'ip' in answer ? String(answer.ip) : '';
  } catch {
    return body;
  }
}

export type PublicIpOptions = {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
};

/**
 * Requests the public address of this client from an external service (spec section 1), without token, cookie, referrer
 * or custom header (rules 09, 10). The answer is `{"ip": "…"}` or the bare address. The result is empty without a
 * service, without an answer in 3 s, and for anything but an IP address.
 */
export async function fetchPublicIp(url: string, options: PublicIpOptions = {}): Promise<string> {
  if (url === '') return '';
  const limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: options.signal ? AbortSignal.any([limit, options.signal]) : limit,
    });
    const ip = response.ok ? ipField(await response.text()).trim() : '';
    return isIpAddress(ip) ? ip : '';
  } catch {
    return '';
  }
}
