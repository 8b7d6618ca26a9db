import { pollRound } from '#machines/shared/poll.ts';
import { UNEXPECTED } from '#machines/shared/result.ts';
import type { Now } from './qr.setup.ts';
import type { PolledCheck } from './verdict.ts';

type Polled = { readonly event: { readonly output: PolledCheck } };

/** The server is asked once a second, and never twice at a time. */
export const round = pollRound(
  {
    id: 'askCheck',
    src: 'askCheck',
    input: ({ context: { drawn, login } }: Now) => ({
      qrId: drawn?.qrId ?? '',
      clientId: login.clientId,
      token: login.accessToken,
    }),
    onDone: [
      {
        guard: { type: 'isVerdict', params: 'recognised' },
        target: '#qr.done',
        actions: { type: 'endRecognised', params: ({ event }: Polled) => event.output },
      },
      { guard: { type: 'isVerdict', params: 'approved' }, target: '#qr.loggingIn', actions: 'noteApproved' },
      {
        guard: { type: 'isVerdict', params: 'outdated' },
        target: '#qr.done',
        actions: { type: 'end', params: { reason: 'outdated' } },
      },
      {
        guard: { type: 'isVerdict', params: 'refused' },
        target: '#qr.refused',
        actions: { type: 'noteRefusal', params: ({ event }: Polled) => event.output },
      },
      { guard: { type: 'isVerdict', params: 'void' }, target: '#qr.blank' },
      { target: 'answered' },
    ],
    onError: { target: '#qr.refused', actions: { type: 'noteFailure', params: UNEXPECTED } },
  },
  [{ guard: 'isOver', target: '#qr.blank' }],
);
