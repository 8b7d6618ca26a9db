import type { Method } from '#server/login/methods/method.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import type { TestServer } from './server.ts';

/** The method of a server with this type code. */
export function methodOf({ portal }: Pick<TestServer, 'portal'>, typeCode: TypeCode): Method {
  const method = portal.methods.get(typeCode);
  if (!method) throw new Error(`The server has no method ${typeCode}`);
  return method;
}
