import type { IncomingMessage } from 'node:http';
import { browserName } from '#server/http/browser-name.ts';
import { clientAddressOf } from '#server/http/guard/client-address.ts';
import { networkOf } from '#server/http/guard/network.ts';
import type { AccountStores, Settings } from '#server/login/portal.ts';
import { type CurrentRequest, requestIdOf } from '#server/operations/request.ts';
import { knownBrowserCookie } from '#server/storage/sessions/known-browser-cookie.ts';
import { rememberedBrowserCookie } from '#server/storage/sessions/remembered-browser-cookie.ts';

/** The current request, for the HTTP handler of an engine or of the help desk. */
export function engineRequest(
  req: IncomingMessage,
  { config, knownBrowsers }: Settings & AccountStores,
): CurrentRequest {
  const { trustProxy, limits, publicUrl } = config;
  const header = (name: string): string | undefined => req.headers[name]?.toString();
  const address = clientAddressOf(header('x-forwarded-for'), req, trustProxy);
  return {
    id: requestIdOf(header('x-request-id'), trustProxy),
    address,
    network: networkOf(address, limits.ipv6Prefix),
    browser: browserName(header('user-agent') ?? ''),
    browserToken: knownBrowserCookie(publicUrl).read(header('cookie') ?? ''),
    rememberedToken: rememberedBrowserCookie(config).read(header('cookie') ?? ''),
    isKnownBrowser: () => knownBrowsers.isKnown(),
  };
}
