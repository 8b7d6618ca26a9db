import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import type { LabOptions } from '#lab/options.ts';
import { sameOriginOnly } from '#lab/web/same-origin.ts';
import { CHANNELS, type ReceivedFilter, receivedMessages } from './outbox.ts';

const messageQuery = v.object({ userId: v.optional(v.string()), channel: v.optional(v.picklist(CHANNELS)) });

const filterOf = ({ userId, channel }: v.InferOutput<typeof messageQuery>): ReceivedFilter => ({
  ...(userId !== undefined && { userId }),
  ...(channel !== undefined && { channels: [channel] }),
});

/** JSON calls that read and empty the outbox (docs/lab.md). */
export function messageRoutes({ outbox }: Pick<LabOptions, 'outbox'>): Hono {
  const answerWithFilter = (c: Context, build: (filter: ReceivedFilter) => Response): Response => {
    const parsed = v.safeParse(messageQuery, c.req.query());
    if (!parsed.success) return c.json({ problems: parsed.issues.map(({ message }) => message) }, 400);
    return build(filterOf(parsed.output));
  };

  return new Hono()
    .get('/messages', (c) =>
      answerWithFilter(c, (filter) => c.json({ messages: receivedMessages(outbox, filter) })),
    )
    .get('/messages/newest', (c) =>
      answerWithFilter(c, (filter) => {
        const [newest] = receivedMessages(outbox, filter);
        return newest ? c.json(newest) : c.json({ problems: ['no such message'] }, 404);
      }),
    )
    .delete('/messages', sameOriginOnly, (c) => {
      outbox.clear();
      return c.body(null, 204);
    });
}
