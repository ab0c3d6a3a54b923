// The stand-in for eWAY's Secure Fields: the same global, the same calls.
;(() => {
  const address = 'GATEWAY_ADDRESS'
  const fields = new Map()
  let finished = null
  const codes = { card: 'V6110', cvn: 'V6106', expirytext: 'V6101', name: 'V6021' }
  const wrongs = { number: 'card', securityCode: 'cvn', expirationMonth: 'expirytext', name: 'name' }

  window.addEventListener('message', ({ data, origin }) => {
    if (origin !== address || data?.from !== 'test-money') return
    const callback = fields.get(data.field)?.callback
    if (!callback) return
    const about = { fieldValid: true, targetField: data.field, secureFieldCode: '', errors: '', valueIsSaved: false }
    if (data.event === 'load') callback({ ...about, valueIsValid: false, isLoaded: true })
    if (data.event === 'change' || data.event === 'blur')
      callback({
        ...about,
        valueIsValid: data.valid,
        errors: data.valid || data.event === 'change' ? '' : codes[data.field],
      })
    if (data.event !== 'saved') return
    if (data.token)
      for (const [targetField, { callback: tell }] of fields)
        tell({ ...about, targetField, valueIsValid: true, valueIsSaved: true, secureFieldCode: data.token })
    else
      for (const wrong of data.wrong ?? [])
        fields
          .get(wrongs[wrong])
          ?.callback({ ...about, targetField: wrongs[wrong], valueIsValid: false, errors: codes[wrongs[wrong]] })
    finished?.()
    finished = null
  })

  window.eWAY = {
    setupSecureField(config, callback) {
      const { fieldDivId, fieldType, label = fieldType, placeholder = '', hue = '' } = config
      const frame = document.createElement('iframe')
      frame.title = label
      frame.style.cssText = 'border:0;width:100%;height:100%;display:block'
      frame.src = `${address}/fields/${fieldType}?${new URLSearchParams({ label, placeholder, hue })}`
      document.getElementById(fieldDivId).replaceChildren(frame)
      fields.set(fieldType, { frame, callback })
    },
    saveAllFields(callback) {
      finished = callback
      fields
        .get('card')
        .frame.contentWindow.postMessage(
          { to: 'test-money', act: 'save', id: 'eway', path: '/eway/fields/save' },
          address,
        )
    },
  }
})()
