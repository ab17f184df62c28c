// The browser's native messaging port, reduced to what a connection needs.
import { NATIVE_HOST_NAME } from '@sallyport/protocol';
import type { BrowserApi } from '../base/platform.ts';

export interface NativePort {
  post(message: object): void;
  /** Ends the host, without a `gone` event. */
  close(): void;
}

export interface PortEvents {
  message(value: unknown): void;
  /** The port closed; `reason` is the browser's text, or empty. */
  gone(reason: string): void;
}

export type OpenPort = (events: PortEvents) => NativePort;

export function nativePortOpener(api: BrowserApi): OpenPort {
  return (events) => {
    const port = api.runtime.connectNative(NATIVE_HOST_NAME);
    port.onMessage.addListener((value: unknown) => events.message(value));
    port.onDisconnect.addListener((gone) => events.gone(reasonOf(api, gone)));
    return {
      post: (message) => port.postMessage(message),
      close: () => port.disconnect(),
    };
  };
}

/** Firefox puts the error on the port, Chromium into lastError, which must be read or it is reported as unchecked. */
function reasonOf(api: BrowserApi, port: object): string {
  const { error } = port as { readonly error?: { readonly message?: string } | null };
  return error?.message ?? api.runtime.lastError?.message ?? '';
}
