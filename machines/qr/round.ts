import { pollRound } from '#machines/shared/poll.ts';
import { UNEXPECTED } from '#machines/shared/result.ts';
import type { QrPollResult } from './poll-meaning.ts';
import type { ActionArgs } from './qr.setup.ts';

type DoneArgs = { readonly event: { readonly output: QrPollResult } };

/** Polls the server once a second, one call at a time. */
export const round = pollRound(
  {
    id: 'checkQr',
    src: 'checkQr',
    input: ({ context: { shownCode, login } }: ActionArgs) => ({
      qrId: shownCode?.qrId ?? '',
      clientId: login.clientId,
      token: login.accessToken,
    }),
    onDone: [
      {
        guard: { type: 'pollMeans', params: 'recognised' },
        target: '#qr.done',
        actions: { type: 'endRecognised', params: ({ event }: DoneArgs) => event.output },
      },
      {
        guard: { type: 'pollMeans', params: 'approved' },
        target: '#qr.loggingIn',
        actions: 'setApprovedCode',
      },
      {
        guard: { type: 'pollMeans', params: 'outdated' },
        target: '#qr.done',
        actions: { type: 'end', params: { reason: 'outdated' } },
      },
      {
        guard: { type: 'pollMeans', params: 'refused' },
        target: '#qr.refused',
        actions: { type: 'setRefusal', params: ({ event }: DoneArgs) => event.output },
      },
      { guard: { type: 'pollMeans', params: 'void' }, target: '#qr.blank' },
      { target: 'answered' },
    ],
    onError: { target: '#qr.refused', actions: { type: 'setFailure', params: UNEXPECTED } },
  },
  [{ guard: 'isExpired', target: '#qr.blank' }],
);
