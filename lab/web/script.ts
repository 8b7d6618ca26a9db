/**
 * The browser script of the lab's pages. The source of this function is served, so it must not use outer variables.
 * Without it every page still works by its forms and a reload, except for copying.
 */
function labPageScript(): void {
  const POLL_INTERVAL_MS = 1000;
  const TOAST_MS = 4000;
  type Values = Readonly<Record<string, unknown>>;
  type Message = Values & { readonly at: number; readonly text: string };
  type Push = Values & { readonly id: string; readonly choices: readonly string[] };
  type Answer = {
    readonly messages?: readonly Message[];
    readonly app?: Values | null;
    readonly pushes?: readonly Push[] | null;
  };

  const JSON_ONLY = { accept: 'application/json' };
  const status = document.querySelector<HTMLElement>('[data-status]');
  const disconnected = document.querySelector<HTMLElement>('[data-disconnected]');
  const time = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  });

  let toast: ReturnType<typeof setTimeout> | undefined;
  const showToast = (text: string): void => {
    if (!status) return;
    clearTimeout(toast);
    status.textContent = '';
    requestAnimationFrame(() => {
      status.textContent = text;
    });
    toast = setTimeout(() => {
      status.textContent = '';
    }, TOAST_MS);
  };

  const showConnection = (isConnected: boolean): void => {
    if (disconnected) disconnected.hidden = isConnected;
  };

  const showTime = (element: HTMLTimeElement): void => {
    if (element.dateTime) element.textContent = time.format(new Date(element.dateTime));
  };

  const fill = (root: ParentNode, values: Values): void => {
    for (const slot of root.querySelectorAll<HTMLElement>('[data-field]')) {
      const value = values[slot.dataset['field'] ?? ''];
      if (slot instanceof HTMLTimeElement) {
        slot.dateTime = new Date(Number(value)).toISOString();
        showTime(slot);
      } else if (slot instanceof HTMLProgressElement) {
        slot.value = Number(value);
      } else {
        const text = String(value ?? '');
        if (slot.textContent !== text) slot.textContent = text;
      }
    }
  };

  const copy = async (code: HTMLElement): Promise<void> => {
    const text = code.textContent;
    try {
      await navigator.clipboard.writeText(text);
      showToast(`${text} ${status?.dataset['copied']}`);
    } catch {
      getSelection()?.selectAllChildren(code);
      showToast(status?.dataset['notCopied'] ?? '');
    }
  };

  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const code = event.target.closest('[data-copy]')?.querySelector('code');
    if (code) void copy(code);
    const link = event.target.closest<HTMLAnchorElement>('a[data-window]');
    if (link && open(link.href, '', 'popup,width=400,height=820')) event.preventDefault();
  });

  const submitForm = async (form: HTMLFormElement, button: HTMLElement | null): Promise<void> => {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form, button)) body.append(name, String(value));
    try {
      const answer = await fetch(form.action, { method: 'POST', headers: JSON_ONLY, body });
      if (!answer.ok) throw new Error(`${form.action} answered ${answer.status}`);
      fill(form.closest('[data-device]') ?? form, await answer.json());
      showConnection(true);
    } catch {
      showConnection(false);
    }
  };

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.closest('[data-device]')) return;
    event.preventDefault();
    void submitForm(form, event.submitter);
  });

  const live = document.querySelector<HTMLElement>('[data-live]');
  const list = live?.querySelector('[data-messages]');
  const template = list?.closest('section')?.querySelector('template');
  const app = live?.querySelector('[data-app]');

  const keyOf = ({ at, text }: Message): string => `${new Date(at).toISOString()} ${text}`;
  const shownKey = (item: Element): string =>
    `${item.querySelector('time')?.dateTime} ${item.querySelector('[data-field="text"]')?.textContent}`;

  const itemOf = (message: Message): Node => {
    const item = document.importNode((template as HTMLTemplateElement).content, true);
    fill(item, message);
    return item;
  };

  const showMessages = (messages: readonly Message[]): void => {
    if (!list) return;
    const newest = list.firstElementChild;
    const newCount = newest
      ? messages.findIndex((message) => keyOf(message) === shownKey(newest))
      : messages.length;
    if (newCount < 0) list.replaceChildren(...messages.map(itemOf));
    else list.prepend(...messages.slice(0, newCount).map(itemOf));
    while (list.children.length > messages.length) list.lastElementChild?.remove();
  };

  const pushes = live?.querySelector<HTMLElement>('[data-pushes]');
  const pushList = pushes?.querySelector('[data-push-list]');
  const pushTemplate = pushes?.querySelector('template');

  const pushItem = (push: Push): Node => {
    const part = document.importNode((pushTemplate as HTMLTemplateElement).content, true);
    fill(part, push);
    const item = part.firstElementChild as HTMLElement;
    item.dataset['push'] = push.id;
    const form = item.querySelector('form');
    if (form) form.action = `${pushes?.dataset['pushes']}${push.id}`;
    for (const [index, button] of item.querySelectorAll<HTMLButtonElement>('[data-choice]').entries()) {
      button.value = button.textContent = push.choices[index] ?? '';
    }
    return part;
  };

  const showPushes = (waiting: readonly Push[]): void => {
    if (!pushList) return;
    const shownIds = [...pushList.children].map((item) => (item as HTMLElement).dataset['push']);
    if (shownIds.join() !== waiting.map(({ id }) => id).join())
      pushList.replaceChildren(...waiting.map(pushItem));
  };

  const pollLive = async (address: string): Promise<void> => {
    if (!document.hidden) {
      try {
        const answer = await fetch(address, { headers: JSON_ONLY });
        if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
        const state: Answer = await answer.json();
        if (state.messages) showMessages(state.messages);
        if (state.app && app) fill(app, state.app);
        if (state.pushes) showPushes(state.pushes);
        showConnection(true);
      } catch {
        showConnection(false);
      }
    }
    setTimeout(pollLive, POLL_INTERVAL_MS, address);
  };

  for (const element of document.querySelectorAll('time')) showTime(element);
  for (const hint of document.querySelectorAll<HTMLElement>('.alone')) hint.hidden = opener !== null;
  const address = live?.dataset['live'];
  if (address) void pollLive(address);
}

/** The script of the lab's pages. */
export const SCRIPT = `(${labPageScript})();`;
