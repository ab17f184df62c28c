// Our identity in browsers: the extension's key and ids, and the native host's name.

/** The extension's public key, `key` in the Chromium manifest. It fixes the id of an unpacked build. */
export const EXTENSION_PUBLIC_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA3se1qyjFXapgCCrMwT8XqSBOy0vzlGwGq0ZJL7lgMQJR/x2F2gQPqxDNxDATAHueqfebv7YmAfzZdTs6B2RPSui+IEVCDbmu3zgzdm73vL0aqyfD/VD/8WW6puTeHt780PdjuXlAJqu44XVXtN7HOxmC1Oi2sLih4wqF2zZe6LbhXRVoQkgvhlNH8TL9O00Tt9TQSE3AdSO4a2/+Vb/cc+Xct7bkobfjG5SlU+/4MOdrSmhmOFdYePyKgkGRxaEKLzZZd5Xvw10JU+FczecDBEcQ/fGsnHnZg2zci+msZb3Hf5dgEDU5UBaj9doyAS2XO5Yv9kwwX8wjL/FnSyS5ZQIDAQAB';

/** Derived from the key: the first 32 hex digits of its SHA-256, each shifted from 0-f to a-p. */
export const CHROMIUM_EXTENSION_ID = 'jkcmiamadfloocabdmgebmegghhmpfgk';

export const FIREFOX_EXTENSION_ID = 'sallyport@sallyport.dev';

export const NATIVE_HOST_NAME = 'dev.sallyport.host';

/**
 * A file in the extension's folder that only exists in a managed browser. It tells the extension that the product created
 * the profile, where agents may use sites without asking.
 */
export const MANAGED_MARK = 'managed.json';

export function chromiumOrigin(extensionId: string): string {
  return `chrome-extension://${extensionId}/`;
}
