// In the place of @vscode/spdlog, whose native part the npm registry does not have: writes the files behind VS Code's output
// channels, so that they can be shown. With its functions, its line pattern and its default level; files are not rotated.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
const INFO = 2;

class Logger {
  #file;
  #level = INFO;
  #isBare = false;

  constructor(file) {
    mkdirSync(dirname(file), { recursive: true });
    this.#file = file;
  }

  trace = (message) => this.#write(0, message);
  debug = (message) => this.#write(1, message);
  info = (message) => this.#write(2, message);
  warn = (message) => this.#write(3, message);
  error = (message) => this.#write(4, message);
  critical = (message) => this.#write(5, message);
  getLevel = () => this.#level;
  setLevel = (level) => {
    this.#level = level;
  };
  setPattern = () => {
    this.#isBare = false;
  };
  clearFormatters = () => {
    this.#isBare = true;
  };
  flush = () => {};
  drop = () => {};

  #write(level, message) {
    if (level < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(this.#file, this.#isBare ? message : `${time} [${levels[level]}] ${message}\n`);
  }
}

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = async (_name, file) => new Logger(file);
exports.createAsyncRotatingLogger = async (_name, file) => new Logger(file);
exports.Logger = class extends Logger {
  constructor(_type, _name, file) {
    super(file);
  }
};
