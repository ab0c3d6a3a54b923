// The stand-in for CyberSource's microform: the same global, the same calls.
;(() => {
  const address = 'GATEWAY_ADDRESS'
  class Field {
    constructor(kind, options) {
      this.kind = kind
      this.options = options
      this.handlers = {}
    }
    load(place) {
      const host = typeof place === 'string' ? document.querySelector(place) : place
      const frame = document.createElement('iframe')
      const { placeholder = '', title = this.kind } = this.options
      frame.title = title
      frame.style.cssText = 'border:0;width:100%;height:100%;display:block'
      frame.src = `${address}/fields/${this.kind}?${new URLSearchParams({ label: title, placeholder, hue: this.options.hue ?? '' })}`
      this.frame = frame
      host.replaceChildren(frame)
    }
    on(event, handler) {
      ;(this.handlers[event] ??= []).push(handler)
      return this
    }
    emit(event, data) {
      for (const handler of this.handlers[event] ?? []) handler(data)
    }
    send(message) {
      this.frame.contentWindow.postMessage({ to: 'test-money', ...message }, address)
    }
    focus() {
      this.frame.focus()
      this.send({ act: 'focus' })
    }
    clear() {
      this.send({ act: 'clear' })
    }
    unload() {
      this.frame.remove()
    }
  }

  class Microform {
    constructor() {
      this.fields = {}
      this.waiting = new Map()
      window.addEventListener('message', ({ data, origin }) => {
        if (origin !== address || data?.from !== 'test-money') return
        const field = this.fields[data.field]
        if (!field) return
        if (data.event === 'saved') {
          this.waiting.get(data.id)?.(data)
          this.waiting.delete(data.id)
        } else if (data.event === 'change') {
          const card = data.brand ? [{ name: data.brand }] : []
          field.emit('change', { valid: data.valid, couldBeValid: true, empty: data.empty, card })
        } else if (data.event === 'submit') field.emit('inputSubmitRequest', {})
        else field.emit(data.event, {})
      })
    }
    createField(kind, options = {}) {
      return (this.fields[kind] = new Field(kind, options))
    }
    createToken({ expirationMonth, expirationYear }, done) {
      const id = crypto.randomUUID()
      this.waiting.set(id, ({ token, wrong }) => {
        if (token) return done(null, token)
        const details = (wrong ?? []).map((location) => ({ location, message: 'Validation error' }))
        const reason = wrong?.includes('unavailable') ? 'CREATE_TOKEN_NO_FIELDS' : 'CREATE_TOKEN_VALIDATION_FIELDS'
        done({ reason, message: 'Validation error', details })
      })
      this.fields.number.send({
        act: 'save',
        id,
        path: '/cybersource/flex/v2/tokens',
        month: expirationMonth,
        year: expirationYear,
      })
    }
  }
  window.Flex = class {
    microform() {
      return new Microform()
    }
  }
})()
