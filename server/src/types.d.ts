declare module 'node-webvtt' {
  interface Cue {
    identifier: string
    start: number
    end: number
    text: string
    styles: string
  }
  const webvtt: { parse(text: string, options?: { strict?: boolean }): { valid: boolean; cues: Cue[] } }
  export default webvtt
}
