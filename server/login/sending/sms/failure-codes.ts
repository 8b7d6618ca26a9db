import type { GatewayFailure } from '#server/login/sending/gateway-error.ts';

/** The result codes of a gateway that mean each failure. */
export type FailureCodes = Readonly<Partial<Record<GatewayFailure, readonly string[]>>>;

/** The failure that a result code means; undefined when the tables do not contain the code. */
export const failureOfCode = (code: string, ...tables: readonly FailureCodes[]): GatewayFailure | undefined =>
  tables
    .flatMap((table) => Object.keys(table) as GatewayFailure[])
    .find((failure) => tables.some((table) => table[failure]?.includes(code)));

/**
 * The result codes of deliveries from the carriers and from Infobank, which sends for SENS and for NHN Cloud
 * (api.ncloud-docs.com/docs/sens-sms-get; docs.nhncloud.com, Notification > SMS > "error-code").
 */
export const CARRIER_CODES: FailureCodes = {
  number: ['1002', '3001', '3003'],
  blocked: ['3006', '3013', 'E916', 'E917'],
  phone: '1019 2000 2001 2002 2003 2004 2005 2006 2007 3004 3005 3008'.split(' '),
  limit: ['1005'],
  credentials: ['1018'],
  sender: ['1003', '3017', '3018', '3019', '3023'],
  content: ['1004', '1020', '3009', '3012', '3022'],
  outage: ['1001', '3011', '3015'],
};
