const TENANT_LENGTH = 16;

/** The tenant of a client id (spec section 7, "Passkey"). */
export const tenantOf = (clientId: string): string => clientId.slice(0, TENANT_LENGTH);
