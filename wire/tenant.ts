const TENANT_LENGTH = 16;

/** The tenant part of a client id: its first 16 characters (spec section 7, "Passkey"). */
export const tenantOf = (clientId: string): string => clientId.slice(0, TENANT_LENGTH);
