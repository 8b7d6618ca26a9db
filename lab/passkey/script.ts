/**
 * The script of the passkey page, which creates a passkey in the browser. The lab serves the source of this function,
 * so the function must not use variables outside it. A passkey belongs to a host name, so the lab and the portal need
 * the same host name.
 */
function passkeyPageScript(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-passkey]');
  const status = document.querySelector<HTMLElement>('[data-passkey-status]');
  if (!form || !status) return;
  const button = form.querySelector('button');

  const showOutcome = (outcome: string): void => {
    status.textContent = status.dataset[outcome] ?? '';
  };

  const post = async (path: string, body: unknown): Promise<Response> => {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return answer;
  };

  const createPasskey = async (): Promise<void> => {
    const options = await (await post(`${form.action}/options`, {})).json();
    const credential = await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    });
    if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser made no passkey');
    await post(form.action, { credential: credential.toJSON() });
    location.assign(`${location.pathname}?made`);
  };

  const outcomeOf = (error: unknown): string => {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
    if (name === 'InvalidStateError') return 'known';
    return name === 'SecurityError' ? 'host' : 'failed';
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!('PublicKeyCredential' in window)) {
      showOutcome('missing');
      return;
    }
    showOutcome('making');
    if (button) button.disabled = true;
    createPasskey()
      .catch((error: unknown) => showOutcome(outcomeOf(error)))
      .finally(() => {
        if (button) button.disabled = false;
      });
  });
}

/** The source of the passkey page's script. */
export const PASSKEY_SCRIPT = `(${passkeyPageScript})();`;
