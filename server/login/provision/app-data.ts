import * as v from 'valibot';

const appData = v.strictObject({ ak: v.string(), userId: v.string(), expiresAt: v.number() });

/** Content of an app link (docs/wire.md); `expiresAt` in epoch milliseconds. */
export type AppData = v.InferOutput<typeof appData>;

/** The `data` of an app link: base64url of its JSON. */
export const writeAppData = ({ ak, userId, expiresAt }: AppData): string =>
  Buffer.from(JSON.stringify({ ak, userId, expiresAt })).toString('base64url');

/** Reads the `data` of an app link; null when this server cannot have written it. */
export function readAppData(data: string): AppData | null {
  try {
    const parsed = v.safeParse(appData, JSON.parse(Buffer.from(data, 'base64url').toString()));
    return parsed.success && writeAppData(parsed.output) === data ? parsed.output : null;
  } catch {
    return null;
  }
}
