const TENANT_LENGTH = 16;

/** The tenant that a client id stands for (spec section 7, "Passkey"). */
export const tenantOf = (clientId: string): string => clientId.slice(0, TENANT_LENGTH);
