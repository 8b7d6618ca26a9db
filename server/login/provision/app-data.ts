import * as v from 'valibot';

const appData = v.strictObject({ ak: v.string(), userId: v.string(), expiresAt: v.number() });

/** The content of an app link (docs/wire.md). `expiresAt` is in epoch milliseconds. */
export type AppData = v.InferOutput<typeof appData>;

/** Encodes the content of an app link as the parameter `data`: JSON in base64url. */
export const writeAppData = ({ ak, userId, expiresAt }: AppData): string =>
  Buffer.from(JSON.stringify({ ak, userId, expiresAt })).toString('base64url');

/**
 * Decodes the parameter `data` of an app link; null when the parameter is not in the form that `writeAppData` writes.
 */
export function readAppData(data: string): AppData | null {
  try {
    const parsed = v.safeParse(appData, JSON.parse(Buffer.from(data, 'base64url').toString()));
    return parsed.success && writeAppData(parsed.output) === data ? parsed.output : null;
  } catch {
    return null;
  }
}
