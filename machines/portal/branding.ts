import type { ServiceBranding } from '#wire/runtime-config.ts';
import type { PortalContext } from './portal.types.ts';
import { clientIdOf } from './session-rules.ts';

type Values = Pick<PortalContext, 'config' | 'route' | 'session' | 'initialRequest'>;

/** The service whose branding is shown: that of a password link, of the initial request, or of the session. */
const shownClient = ({ config, route, session, initialRequest }: Values): string =>
  (route.screen === 'url-password' && route.clientId) ||
  (initialRequest?.clientId ?? clientIdOf(session, config));

/** The logo and the colours of the screen: the service's own when it has them, otherwise the operator's. */
export function shownBranding(values: Values): ServiceBranding {
  const { services = {}, ...company } = values.config.branding;
  const clientId = shownClient(values);
  const serviceBranding = Object.hasOwn(services, clientId) ? services[clientId] : undefined;
  const logo = serviceBranding?.logo ?? company.logo;
  const colors = serviceBranding?.colors ?? company.colors;
  return { ...(logo && { logo }), ...(colors && { colors }) };
}
