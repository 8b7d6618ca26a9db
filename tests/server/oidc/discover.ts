import * as openid from 'openid-client';
import { SECRET } from './engine-server.ts';

/** Configures openid-client as the relying party `rp`, which knows only the issuer and its own registration. */
export const discover = (
  issuer: string,
  authentication: openid.ClientAuth = openid.ClientSecretBasic(SECRET),
): Promise<openid.Configuration> =>
  openid.discovery(new URL(issuer), 'rp', undefined, authentication, {
    execute: [openid.allowInsecureRequests],
  });
