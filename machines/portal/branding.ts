import type { ServiceBranding } from '#wire/runtime-config.ts';
import type { PortalContext } from './portal.types.ts';
import { clientIdOf } from './session-rules.ts';

type Values = Pick<PortalContext, 'config' | 'route' | 'session' | 'initialRequest'>;

/** The service that the screen is about: a password link names its own. */
const shownClient = ({ config, route, session, initialRequest }: Values): string =>
  (route.screen === 'url-password' && route.clientId) ||
  (initialRequest?.clientId ?? clientIdOf(session, config));

/** The logo and the colours of the screen: the service's own, each in place of the operator's. */
export function shownBranding(values: Values): ServiceBranding {
  const { services = {}, ...company } = values.config.branding;
  const clientId = shownClient(values);
  const own = Object.hasOwn(services, clientId) ? services[clientId] : undefined;
  const logo = own?.logo ?? company.logo;
  const colors = own?.colors ?? company.colors;
  return { ...(logo && { logo }), ...(colors && { colors }) };
}
