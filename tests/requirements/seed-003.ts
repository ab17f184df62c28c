// What seed 003, Chrome native messaging, promises.
import type { Section } from './section.ts';

export const seed003 = [
  {
    section: 'Message format',
    area: 'native-host',
    promises: {
      'S3-frame-layout':
        'Host and Chrome exchange a 32-bit little-endian length and then that many bytes of UTF-8 JSON on stdin and stdout.',
      'S3-encode': 'Encoding an object gives one buffer: the byte length of its JSON, then the JSON.',
      'S3-decode-short-header': 'With fewer than four bytes decoding yields no message and waits.',
      'S3-decode-incomplete': 'With a header but not yet the whole payload decoding yields no message and waits.',
      'S3-decode-rest': 'Decoding yields the message and keeps the bytes after it for the next one.',
    },
  },
  {
    section: 'Limits',
    area: 'native-host',
    promises: {
      'S3-max-message': {
        behaviour: 'The largest frame from host to Chrome is 1,048,576 bytes, measured on the encoded JSON.',
        note: 'The seed names no direction; from Chrome to the host the limit is 64 MiB.',
      },
      'S3-no-versioning': {
        behaviour: 'An extension that says nothing about versions is served fully.',
        note: 'Native messaging has no versions; our `hello` adds them as an option.',
      },
    },
  },
  {
    section: 'Limits',
    area: 'browser',
    promises: {
      'S3-one-connection': 'The extension holds one native port at a time, so one profile has one host process.',
    },
  },
  {
    section: 'Manifest structure',
    area: 'native-host',
    promises: {
      'S3-manifest-name': {
        behaviour: 'The Chrome manifest has `name` `dev.sallyport.host`, by which the extension asks for the host.',
        note: 'The name is ours; `install --name` serves another.',
      },
      'S3-manifest-description': 'The Chrome manifest has a `description` that names the product.',
      'S3-manifest-path': 'The Chrome manifest has `path`, the absolute path of an executable.',
      'S3-manifest-type': 'The Chrome manifest has `type` `stdio`.',
      'S3-manifest-allowed-origins':
        'The Chrome manifest has `allowed_origins` with `chrome-extension://<id>/` of our extension, closing slash included, and no other.',
      'S3-extension-id':
        'The extension id in the manifest is the id that a real Chromium gives to the built extension.',
    },
  },
  {
    section: 'Manifest registration',
    area: 'native-host',
    promises: {
      'S3-register-windows':
        'On Windows the registry key `HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts\\<name>` points to the manifest.',
      'S3-register-macos': {
        behaviour:
          'On macOS the manifest is `~/Library/Application Support/Google/Chrome/NativeMessagingHosts/<name>.json`.',
        note: 'The seed lists two systems and one browser; the installer has Linux and the other Chromium browsers too.',
      },
    },
  },
  {
    section: 'Process lifecycle',
    area: 'native-host',
    promises: {
      'S3-start-on-connect': 'The browser starts the host when the extension calls `connectNative()`.',
      'S3-stdin-to-stdout': 'The host gets messages on stdin and answers on stdout.',
      'S3-end-on-disconnect': 'When the extension disconnects the host process ends.',
      'S3-end-on-eof': 'The host exits when stdin reaches its end, even with clients connected and calls outstanding.',
      'S3-stderr-diagnostics': 'Diagnostics go to stderr, where a browser that logs shows them.',
      'S3-browser-managed':
        'The host stays the process that the browser started: it does not go to the background, and none is left when the browser has gone.',
    },
  },
  {
    section: 'Process lifecycle',
    area: 'browser',
    promises: {
      'S3-host-exit-seen':
        'When the host process ends the extension sees its port close and shows that it is not connected.',
    },
  },
  {
    section: 'Implementation notes',
    area: 'native-host',
    promises: {
      'S3-stdin-split': 'Input that arrives in pieces is kept until the announced number of bytes is there.',
      'S3-stdout-queue': 'Messages sent in quick succession are queued and leave whole and in order.',
      'S3-stdout-drain':
        'When stdout is full the host waits for `drain` before it writes on, and its queue is bounded.',
      'S3-bad-json': 'Invalid JSON is answered with an error and does not end the host.',
      'S3-oversize': {
        behaviour:
          'A message over the size limit ends the connection: above 64 MiB from the browser the host says so and exits with code 1.',
        note: 'The seed ends it above 1 MiB in both directions; towards the browser an over-long message fails its asker and the port lives.',
      },
    },
  },
] as const satisfies readonly Section[];
