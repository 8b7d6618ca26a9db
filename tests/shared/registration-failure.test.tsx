import { screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, it } from 'vitest';
import { rejected } from '#cases/samples.ts';
import { errorPageMachine } from '#machines/error-page/error-page.machine.ts';
import { type Failure, UNEXPECTED } from '#machines/shared/result.ts';
import { BrandingProvider } from '#src/app/branding-context.ts';
import { RegistrationFailure } from '#src/views/registration/registration-failure.tsx';
import { run } from '#tests/support/model/start.ts';
import { showFlow } from '#tests/support/views.tsx';

const GENERAL = 'info.yubikey.failure';

/** The text of the dialog without its title and its button. */
async function renderFailure(
  failure: Failure,
): Promise<{ body: string | null; text: (key: string) => string }> {
  const { actor } = run(errorPageMachine, { reason: '', result: null });
  const { text } = await showFlow(
    () => (
      <BrandingProvider value={{ help: 'https://help.example/' }}>
        <RegistrationFailure
          failure={failure}
          refusalKeys={new Map()}
          fallbackKey={GENERAL}
          onDismiss={() => undefined}
          finalFocus={createRef<HTMLElement>()}
        />
      </BrandingProvider>
    ),
    actor,
    'en',
  );
  const id = screen.getByRole('dialog').getAttribute('aria-describedby') ?? '';
  const body = document.getElementById(id)?.querySelector('p')?.textContent ?? null;
  return { body, text: text as (key: string) => string };
}

it.each([
  ['a failing service', { kind: 'rejected', status: 502, code: '', message: '', details: {} }],
  ['an unexpected response', UNEXPECTED],
] as const)(
  'the dialog for %s shows the problem, and then that the registration failed',
  async (_, failure) => {
    const { body, text } = await renderFailure(failure);
    expect(body).toBe(`${text('registration.trouble')} ${text(GENERAL)}`);
  },
);

it('the dialog for a limit of sends shows the message of the server', async () => {
  const message = 'You have asked too often. Ask again in 4 min.';
  const { body } = await renderFailure(rejected('tooManySends', 429, message));
  expect(body).toBe(message);
});

it('the focus is on OK, not on the link to the help', async () => {
  const { text } = await renderFailure(rejected('tooManyTries', 429));
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://help.example/');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: text('action.ok') }));
});

it('the dialog for a refusal shows only the text of the refusal', async () => {
  const { body, text } = await renderFailure(rejected('tooManyTries', 429));
  expect(body).toBe(text('registration.tooManyTries'));
});
