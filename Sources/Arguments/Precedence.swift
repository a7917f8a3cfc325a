/// Settings that are not typed: environment and configuration go through the same closures as the words do.
extension Command {
  /// Applies every option whose environment variable is set and not empty.
  ///
  /// - Parameters:
  ///   - variable: The value of a variable, nil when it is not set.
  ///   - settings: What the options change.
  /// - Throws: What is wrong with a value, said of the variable.
  public func apply(environment variable: (String) -> String?, to settings: inout Settings) throws(UsageError) {
    for option in options {
      guard let name = option.environment, let text = variable(name), !text.isEmpty else { continue }
      do throws(UsageError) { try option.apply(text, to: &settings) } catch { throw error.about(name) }
    }
  }

  /// Applies one line of a configuration file, whose keys are the long names of the options of all commands.
  ///
  /// - Parameters:
  ///   - key: The long name of an option.
  ///   - text: Its value; yes or no for an option that takes none.
  ///   - settings: What the options change.
  /// - Returns: false when this command has no such option, which is no error: another may.
  /// - Throws: What is wrong with the value, said of the key.
  public func apply(configuration key: String, _ text: String, to settings: inout Settings) throws(UsageError) -> Bool {
    guard let option = options.first(where: { $0.long == key }) else { return false }
    do throws(UsageError) { try option.apply(text, to: &settings) } catch { throw error.about(key) }
    return true
  }
}

extension Option {
  /// A flag takes yes and no here; no leaves it as it is, for a flag cannot be undone.
  fileprivate func apply(_ text: String, to settings: inout Settings) throws(UsageError) {
    switch kind {
    case .flag(let apply): if try Reader.truth.read(text) { apply(&settings) }
    case .toggle(let apply): apply(&settings, try Reader.truth.read(text))
    case .value(_, _, let apply): try apply(&settings, text)
    }
  }
}
