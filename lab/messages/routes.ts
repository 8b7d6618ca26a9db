import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import type { LabOptions } from '#lab/options.ts';
import { ownPagesOnly } from '#lab/web/own-pages.ts';
import { CHANNELS, type ReceivedFilter, receivedMessages } from './outbox.ts';

const query = v.object({ userId: v.optional(v.string()), channel: v.optional(v.picklist(CHANNELS)) });

const filterOf = ({ userId, channel }: v.InferOutput<typeof query>): ReceivedFilter => ({
  ...(userId !== undefined && { userId }),
  ...(channel !== undefined && { channels: [channel] }),
});

/** The outbox as JSON calls (docs/lab.md). */
export function messageCalls({ outbox }: Pick<LabOptions, 'outbox'>): Hono {
  const answer = (c: Context, build: (filter: ReceivedFilter) => Response): Response => {
    const parsed = v.safeParse(query, c.req.query());
    if (!parsed.success) return c.json({ problems: parsed.issues.map(({ message }) => message) }, 400);
    return build(filterOf(parsed.output));
  };

  return new Hono()
    .get('/messages', (c) => answer(c, (filter) => c.json({ messages: receivedMessages(outbox, filter) })))
    .get('/messages/newest', (c) =>
      answer(c, (filter) => {
        const [newest] = receivedMessages(outbox, filter);
        return newest ? c.json(newest) : c.json({ problems: ['no such message'] }, 404);
      }),
    )
    .delete('/messages', ownPagesOnly, (c) => {
      outbox.clear();
      return c.body(null, 204);
    });
}
