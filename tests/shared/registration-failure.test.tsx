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
async function rendered(failure: Failure): Promise<{ body: string | null; text: (key: string) => string }> {
  const { actor } = run(errorPageMachine, { reason: '', result: null });
  const { text } = await showFlow(
    () => (
      <BrandingProvider value={{ help: 'https://help.example/' }}>
        <RegistrationFailure
          failure={failure}
          texts={new Map()}
          general={GENERAL}
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
  ['a service in trouble', { kind: 'rejected', status: 502, code: '', message: '', details: {} }],
  ['an answer that nobody understands', UNEXPECTED],
] as const)('%s says so, then once what has not come about', async (_, failure) => {
  const { body, text } = await rendered(failure);
  expect(body).toBe(`${text('registration.trouble')} ${text(GENERAL)}`);
});

it('a limit of sends says when to ask again, in the words of the server', async () => {
  const message = 'You have asked too often. Ask again in 4 min.';
  const { body } = await rendered(rejected('tooManySends', 429, message));
  expect(body).toBe(message);
});

it('has the focus on OK, not on the way to help', async () => {
  const { text } = await rendered(rejected('tooManyTries', 429));
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://help.example/');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: text('action.ok') }));
});

it('a refusal says its own text alone', async () => {
  const { body, text } = await rendered(rejected('tooManyTries', 429));
  expect(body).toBe(text('registration.tooManyTries'));
});
