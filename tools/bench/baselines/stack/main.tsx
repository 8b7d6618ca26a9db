import { useActor } from '@xstate/react';
import ky from 'ky';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { IntlProvider, useIntl } from 'react-intl';
import { assign, fromPromise, setup } from 'xstate';
import messages from './i18n/ko.json';

/** The machine of the smallest possible ID entry with the libraries of the portal. */
const idEntryMachine = setup({
  types: { context: {} as { userId: string }, events: {} as { type: 'identity.submitted'; userId: string } },
  actors: {
    submit: fromPromise(({ input, signal }: { input: { userId: string }; signal: AbortSignal }) =>
      ky.post('/auth/policy/check', { json: input, signal, retry: 0 }).json(),
    ),
  },
}).createMachine({
  context: { userId: '' },
  initial: 'entering',
  states: {
    entering: {
      on: {
        'identity.submitted': {
          target: 'submitting',
          actions: assign(({ event }) => ({ userId: event.userId })),
        },
      },
    },
    submitting: {
      invoke: { src: 'submit', input: ({ context }) => context, onDone: 'entering', onError: 'entering' },
    },
  },
});

function LoginForm() {
  const [, send] = useActor(idEntryMachine);
  const [userId, setUserId] = useState('');
  const { formatMessage } = useIntl();
  return (
    <form action={() => send({ type: 'identity.submitted', userId })}>
      <label>
        {formatMessage({ id: 'identity.label' })}{' '}
        <input
          name="username"
          autoComplete="username"
          value={userId}
          onChange={(event) => setUserId(event.target.value)}
        />
      </label>
      <button type="submit">{formatMessage({ id: 'identity.next' }, { step: 1 })}</button>
    </form>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <IntlProvider locale="ko" messages={messages}>
      <LoginForm />
    </IntlProvider>,
  );
}
