import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { PageInPlace } from '#server/http/page/in-place.ts';
import type { PortalLogins, RequestEngine } from '#server/login/engine.ts';
import type { Storage } from '#server/storage/storage.ts';

/** A protocol engine with its own HTTP paths. */
export type HttpEngine = RequestEngine & {
  /**
   * Whether the engine handles a request.
   * @param url path and query, as in the request line
   */
  handles(method: string, url: string): boolean;
  handler(req: IncomingMessage, res: ServerResponse): void | Promise<void>;
  /** Throws when the signing keys cannot be read. */
  checkKeys?(): Promise<unknown>;
  /** Expiry of the certificate of the current signing key, in epoch milliseconds. */
  certificateExpiresAt?(): Promise<number>;
  close?(): void;
};

export type EngineFactory = (options: {
  readonly config: ServerConfig;
  readonly portal: PortalLogins;
  readonly storage: Storage;
  readonly dataDir: string;
  readonly now: Clock;
  readonly pageInPlace: PageInPlace;
}) => Promise<HttpEngine>;
