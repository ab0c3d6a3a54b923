/** The part of the Emscripten module of SVOX Pico that pico.ts uses. Numbers are addresses in its memory or statuses. */
declare module '@echogarden/svoxpico-wasm' {
  interface PicoModule {
    HEAPU8: Uint8Array
    HEAP16: Int16Array
    HEAP32: Int32Array
    FS: { mkdir(path: string): void; writeFile(path: string, data: Uint8Array): void }
    _malloc(bytes: number): number
    _pico_initialize(memory: number, size: number, system: number): number
    _pico_loadResource(system: number, path: number, resource: number): number
    _pico_getResourceName(system: number, resource: number, name: number): number
    _pico_createVoiceDefinition(system: number, name: number): number
    _pico_addResourceToVoiceDefinition(system: number, voice: number, resource: number): number
    _pico_newEngine(system: number, voice: number, engine: number): number
    _pico_putTextUtf8(engine: number, text: number, size: number, taken: number): number
    _pico_getData(engine: number, buffer: number, size: number, received: number, type: number): number
  }
  export default function open(): Promise<PicoModule>
}
