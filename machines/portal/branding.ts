import type { ServiceBranding } from '#wire/runtime-config.ts';
import type { PortalContext } from './portal.types.ts';
import { clientIdOf } from './session-rules.ts';

type BrandingValues = Pick<PortalContext, 'config' | 'route' | 'session' | 'initialRequest'>;

/** The ID of the service whose branding is shown: the service of the password link, the initial request or the session. */
const shownClientId = ({ config, route, session, initialRequest }: BrandingValues): string =>
  (route.screen === 'url-password' && route.clientId) ||
  (initialRequest?.clientId ?? clientIdOf(session, config));

/** The logo and the colours of the screen. Where the service has no logo or no colours, the operator's are used. */
export function shownBranding(values: BrandingValues): ServiceBranding {
  const { services = {}, ...operatorBranding } = values.config.branding;
  const clientId = shownClientId(values);
  const serviceBranding = Object.hasOwn(services, clientId) ? services[clientId] : undefined;
  const logo = serviceBranding?.logo ?? operatorBranding.logo;
  const colors = serviceBranding?.colors ?? operatorBranding.colors;
  return { ...(logo && { logo }), ...(colors && { colors }) };
}
