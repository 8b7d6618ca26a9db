/**
 * The browser script of the lab's pages. The lab serves the source of this function, so the function must not use
 * variables outside it. Without the script every page still works through forms and reloads; only copying does not
 * work.
 */
function labPageScript(): void {
  const POLL_INTERVAL_MS = 1000;
  const TOAST_MS = 4000;
  const JSON_HEADERS = { accept: 'application/json' };
  type Values = Readonly<Record<string, unknown>>;
  type Message = Values & { readonly at: number; readonly text: string };
  type Push = Values & { readonly id: string; readonly choices: readonly string[] };
  type DeviceState = {
    readonly messages?: readonly Message[];
    readonly app?: Values | null;
    readonly pushes?: readonly Push[] | null;
  };

  const status = document.querySelector<HTMLElement>('[data-status]');
  const disconnected = document.querySelector<HTMLElement>('[data-disconnected]');
  const timeFormat = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  });

  let toastTimer: ReturnType<typeof setTimeout> | undefined;
  const showToast = (text: string): void => {
    if (!status) return;
    clearTimeout(toastTimer);
    status.textContent = '';
    requestAnimationFrame(() => {
      status.textContent = text;
    });
    toastTimer = setTimeout(() => {
      status.textContent = '';
    }, TOAST_MS);
  };

  const showConnection = (isConnected: boolean): void => {
    if (disconnected) disconnected.hidden = isConnected;
  };

  const showLocalTime = (element: HTMLTimeElement): void => {
    if (element.dateTime) element.textContent = timeFormat.format(new Date(element.dateTime));
  };

  /** Writes values into the elements whose `data-field` names them. */
  const fillFields = (root: ParentNode, values: Values): void => {
    for (const slot of root.querySelectorAll<HTMLElement>('[data-field]')) {
      const value = values[slot.dataset['field'] ?? ''];
      if (slot instanceof HTMLTimeElement) {
        slot.dateTime = new Date(Number(value)).toISOString();
        showLocalTime(slot);
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
      const response = await fetch(form.action, { method: 'POST', headers: JSON_HEADERS, body });
      if (!response.ok) throw new Error(`${form.action} answered ${response.status}`);
      fillFields(form.closest('[data-device]') ?? form, await response.json());
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

  const device = document.querySelector<HTMLElement>('[data-live]');
  const messageList = device?.querySelector('[data-messages]');
  const messageTemplate = messageList?.closest('section')?.querySelector('template');
  const app = device?.querySelector('[data-app]');

  const messageKey = ({ at, text }: Message): string => `${new Date(at).toISOString()} ${text}`;
  const shownMessageKey = (item: Element): string =>
    `${item.querySelector('time')?.dateTime} ${item.querySelector('[data-field="text"]')?.textContent}`;

  const messageItem = (message: Message): Node => {
    const item = document.importNode((messageTemplate as HTMLTemplateElement).content, true);
    fillFields(item, message);
    return item;
  };

  const showMessages = (messages: readonly Message[]): void => {
    if (!messageList) return;
    const newestItem = messageList.firstElementChild;
    const newCount = newestItem
      ? messages.findIndex((message) => messageKey(message) === shownMessageKey(newestItem))
      : messages.length;
    if (newCount < 0) messageList.replaceChildren(...messages.map(messageItem));
    else messageList.prepend(...messages.slice(0, newCount).map(messageItem));
    while (messageList.children.length > messages.length) messageList.lastElementChild?.remove();
  };

  const pushSection = device?.querySelector<HTMLElement>('[data-pushes]');
  const pushList = pushSection?.querySelector('[data-push-list]');
  const pushTemplate = pushSection?.querySelector('template');

  const pushItem = (push: Push): Node => {
    const fragment = document.importNode((pushTemplate as HTMLTemplateElement).content, true);
    fillFields(fragment, push);
    const item = fragment.firstElementChild as HTMLElement;
    item.dataset['push'] = push.id;
    const form = item.querySelector('form');
    if (form) form.action = `${pushSection?.dataset['pushes']}${push.id}`;
    for (const [index, button] of item.querySelectorAll<HTMLButtonElement>('[data-choice]').entries()) {
      button.value = button.textContent = push.choices[index] ?? '';
    }
    return fragment;
  };

  const showPushes = (waitingPushes: readonly Push[]): void => {
    if (!pushList) return;
    const shownIds = [...pushList.children].map((item) => (item as HTMLElement).dataset['push']);
    if (shownIds.join() !== waitingPushes.map(({ id }) => id).join())
      pushList.replaceChildren(...waitingPushes.map(pushItem));
  };

  const pollDevice = async (address: string): Promise<void> => {
    if (!document.hidden) {
      try {
        const response = await fetch(address, { headers: JSON_HEADERS });
        if (!response.ok) throw new Error(`${address} answered ${response.status}`);
        const state: DeviceState = await response.json();
        if (state.messages) showMessages(state.messages);
        if (state.app && app) fillFields(app, state.app);
        if (state.pushes) showPushes(state.pushes);
        showConnection(true);
      } catch {
        showConnection(false);
      }
    }
    setTimeout(pollDevice, POLL_INTERVAL_MS, address);
  };

  for (const element of document.querySelectorAll('time')) showLocalTime(element);
  for (const hint of document.querySelectorAll<HTMLElement>('.alone')) hint.hidden = opener !== null;
  const deviceAddress = device?.dataset['live'];
  if (deviceAddress) void pollDevice(deviceAddress);
}

/** The source of the browser script of the lab's pages. */
export const LAB_SCRIPT = `(${labPageScript})();`;
