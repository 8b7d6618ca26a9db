import type { Client } from '#src/api/client.ts';
import { checkPolicyPort } from './policy.ts';

export const identityPorts = (client: Client) => ({ checkPolicy: checkPolicyPort(client) });
